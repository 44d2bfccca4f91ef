using System.Collections.Generic;
using System.Linq;

namespace Playkeep.Saves
{
    /// <summary>The content of a change: a whole document, a merge patch, or operations.</summary>
    internal sealed class ChangeBody
    {
        /// <summary>A <c>set</c> of more paths is one of all.</summary>
        internal const int MostPaths = 400;

        private JsonValue? _document;
        private JsonValue? _result;

        private ChangeBody(
            JsonValue? data,
            IReadOnlyList<string>? paths,
            IReadOnlyList<string> again,
            JsonValue? patch,
            IReadOnlyList<JsonValue>? operations
        )
        {
            Data = data;
            Paths = paths;
            Again = again;
            Patch = patch;
            Operations = operations;
        }

        /// <summary>The document of a <c>set</c>, or of the beginning of a save.</summary>
        internal JsonValue? Data { get; }

        /// <summary>
        /// JSON Pointers to the values that a <c>set</c> changed in the view of its time, arrays as a whole. All else in
        /// <see cref="Data"/> was already there, and may be another value by now. Null where all of it is set.
        /// </summary>
        internal IReadOnlyList<string>? Paths { get; }

        /// <summary>
        /// Of several that were joined: JSON Pointers to the values that more than one of them changed, so that the last one is set.
        /// </summary>
        internal IReadOnlyList<string> Again { get; }

        /// <summary>A JSON Merge Patch (RFC 7396).</summary>
        internal JsonValue? Patch { get; }

        /// <summary>Operations (RFC 6902, and counters).</summary>
        internal IReadOnlyList<JsonValue>? Operations { get; }

        internal static ChangeBody OfData(
            JsonValue data,
            IReadOnlyList<string>? paths = null,
            IReadOnlyList<string>? again = null
        ) => new ChangeBody(data, paths, again ?? System.Array.Empty<string>(), null, null);

        internal static ChangeBody OfPatch(JsonValue patch) =>
            new ChangeBody(null, null, System.Array.Empty<string>(), patch, null);

        internal static ChangeBody OfOperations(IReadOnlyList<JsonValue> operations) =>
            new ChangeBody(null, null, System.Array.Empty<string>(), null, operations);

        /// <summary>The body of a <c>set</c> upon the view of its time.</summary>
        internal static ChangeBody OfSet(JsonValue view, JsonValue data)
        {
            var paths = SetPaths(view, data);
            var body = OfData(data, paths.Count > MostPaths ? null : paths);
            body.Remember(view, data);
            return body;
        }

        /// <summary>JSON Pointers to the values that a <c>set</c> changes in a document, arrays as a whole.</summary>
        internal static IReadOnlyList<string> SetPaths(JsonValue document, JsonValue data) =>
            JsonDifference
                .Between(document, data, System.Array.Empty<string>())
                .Select(operation => JsonPointer.Parse(operation["path"]!.AsString()))
                .Select(path => JsonPointer.Format(DocumentPaths.UntilArray(document, path)))
                .Distinct()
                .ToList();

        /// <summary>The result upon a document that was asked for last; null for another one.</summary>
        internal JsonValue? ResultUpon(JsonValue document) => ReferenceEquals(document, _document) ? _result : null;

        /// <summary>The view is made anew after each update of the queue, mostly of the same values.</summary>
        internal void Remember(JsonValue document, JsonValue result)
        {
            _document = document;
            _result = result;
        }

        /// <summary>The patch, the operations or the document.</summary>
        internal JsonValue Content => Patch ?? Data ?? JsonValue.Array(Operations!);

        internal JsonValue ToJson()
        {
            if (Patch != null)
                return JsonValue.Object(("patch", Patch));
            if (Operations != null)
                return JsonValue.Object(("operations", JsonValue.Array(Operations)));
            var body = JsonValue.Object(("data", Data!));
            if (Paths != null)
                body = body.With("paths", Texts(Paths));
            return Again.Count == 0 ? body : body.With("again", Texts(Again));
        }

        internal static ChangeBody OfJson(JsonValue json)
        {
            if (json["patch"] is JsonValue patch)
                return OfPatch(patch);
            if (json["operations"] is JsonValue operations)
                return OfOperations(operations.Items);
            return OfData(json["data"]!, TextsOf(json["paths"]), TextsOf(json["again"]));
        }

        private static JsonValue Texts(IEnumerable<string> texts) =>
            JsonValue.Array(texts.Select(text => (JsonValue)text));

        private static IReadOnlyList<string>? TextsOf(JsonValue? json) =>
            json?.Items.Select(text => text.AsString()).ToList();
    }
}
