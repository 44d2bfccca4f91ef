using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Playkeep.Tests.Vectors
{
    /// <summary>The test vectors of all clients: each outcome has the same bytes here.</summary>
    public sealed class VectorTests
    {
        /// <summary>The kinds of cases, with the fewest cases of each.</summary>
        public static IEnumerable<object[]> Kinds => new (string, int)[]
        {
            ("json", 100),
            ("pointer", 40),
            ("equal", 100),
            ("patch", 200),
            ("merge", 100),
            ("difference", 100),
            ("upon", 100),
            ("sum", 100),
            ("compact", 100),
            ("rebase", 100),
            ("batch", 100),
        }.Select(kind => new object[] { kind.Item1, kind.Item2 });


        [Theory]
        [MemberData(nameof(Kinds))]
        public void Vectors_have_the_same_outcome(string kind, int fewest)
        {
            var vectors = VectorFile.Read(kind);
            Assert.True(vectors.Count >= fewest, $"there are {vectors.Count} cases");
            var wrong = new List<string>();
            foreach (var vector in vectors)
            {
                var outcome = Answers.To(kind, vector);
                foreach (var member in outcome.Members)
                {
                    var expected = vector[member.Key]?.ToString() ?? "nothing";
                    if (expected != member.Value.ToString())
                        wrong.Add($"{vector}\n  {member.Key}: {member.Value}\n  expected {expected}");
                }
            }
            Assert.True(wrong.Count == 0, $"{wrong.Count} of {vectors.Count}\n" + string.Join("\n", wrong.Take(5)));
        }

        [Fact]
        public void Vectors_are_more_than_two_thousand()
        {
            var names = Kinds.Select(kind => (string)kind[0]);
            Assert.True(names.Sum(name => VectorFile.Read(name).Count) >= 2_000);
        }
    }
}
