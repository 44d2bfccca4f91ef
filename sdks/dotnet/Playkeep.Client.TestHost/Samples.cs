using System;
using System.IO;

namespace Playkeep.TestHost
{
    /// <summary>
    /// Random documents with an edit each, of a file of JSON Lines (test/vectors/samples.ts): the outcomes of the client for JavaScript
    /// are compared byte for byte.
    /// </summary>
    internal static class Samples
    {
        /// <summary>It answers the status of the program: 0 where all are the same.</summary>
        internal static int Check(string path)
        {
            var count = 0;
            foreach (var line in File.ReadLines(path))
            {
                count += 1;
                if (WrongIn(JsonValue.Parse(line)) is not string wrong)
                    continue;
                Console.WriteLine($"{wrong} of {line}");
                return 1;
            }
            Console.WriteLine($"{count} samples are the same");
            return 0;
        }

        private static string? WrongIn(JsonValue sample)
        {
            JsonValue Json(string member) => JsonValue.Parse(sample[member]!.AsString());
            bool IsSame(string member, JsonValue value) => sample[member]!.AsString() == value.ToString();
            var document = Json("document");
            if (!IsSame("document", document))
                return "document";
            if (Patched(document, Json("operations"))?.ToString() is var result && result != TextOf(sample["result"]!))
                return $"result {result}";
            var merged = JsonMerge.Apply(document, Json("patch"));
            if (!IsSame("merged", merged))
                return $"merged {merged}";
            var merging = JsonValue.Array(JsonMerge.OperationsOf(document, Json("patch")));
            if (!IsSame("merging", merging))
                return $"merging {merging}";
            var difference = JsonValue.Array(JsonDifference.Between(document, Json("after"), Array.Empty<string>()));
            return IsSame("difference", difference) ? null : $"difference {difference}";
        }

        private static JsonValue? Patched(JsonValue document, JsonValue operations)
        {
            try
            {
                return JsonPatch.Apply(document, operations.Items);
            }
            catch (PatchDoesNotApplyException)
            {
                return null;
            }
        }

        private static string? TextOf(JsonValue value) => value.IsNull ? null : value.AsString();
    }
}
