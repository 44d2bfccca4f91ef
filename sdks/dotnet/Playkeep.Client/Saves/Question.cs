using System.Collections.Generic;
using System.Linq;

namespace Playkeep.Saves
{
    /// <summary>A question to the game: the changes of the device upon a record of the service.</summary>
    internal sealed class Question
    {
        private readonly string _theirs;

        /// <param name="changes">that wait, in order</param>
        /// <param name="before">the state upon which they were made</param>
        /// <param name="record">of the service</param>
        internal Question(IReadOnlyList<Change> changes, JsonValue before, MetadataRecord record)
        {
            Changes = changes;
            Rebase = Rebase.Of(changes, before, record.Metadata);
            _theirs = record.Text;
        }

        internal IReadOnlyList<Change> Changes { get; }

        internal Rebase Rebase { get; }

        /// <summary>
        /// Does the decision about an earlier question stand for this one, which also has the changes that the game made while it
        /// decided? It does unless they dispute more paths.
        /// </summary>
        internal bool IsDecidedWith(Question earlier) =>
            _theirs == earlier._theirs
            && Rebase.Base.ToString() == earlier.Rebase.Base.ToString()
            && Changes.Take(earlier.Changes.Count).SequenceEqual(earlier.Changes)
            && Rebase.Disputed.All(earlier.Rebase.Disputed.Contains);
    }
}
