using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Playkeep.Saves;

namespace Playkeep.Tests.Vectors
{
    /// <summary>The test vectors of all clients (sdks/vectors): a case a line.</summary>
    internal static class VectorFile
    {
        internal static IReadOnlyList<JsonValue> Read(string name) =>
            File.ReadAllLines(Path.Combine(AppContext.BaseDirectory, "vectors", name + ".jsonl"))
                .Where(line => line != "")
                .Select(JsonValue.Parse)
                .ToList();

        /// <summary>The document, patch or list that a member holds as JSON text.</summary>
        internal static JsonValue Json(JsonValue vector, string member) =>
            JsonValue.ParseEnvelope(vector[member]!.AsString());

        internal static IReadOnlyList<Change> Changes(JsonValue vector) =>
            vector["changes"]!.Items.Select(ChangeOf).ToList();

        /// <summary>The text of an outcome as the case expects it.</summary>
        internal static JsonValue Text(object? outcome) => outcome?.ToString() ?? JsonValue.Null;

        internal static JsonValue Text(IEnumerable<JsonValue> operations) => JsonValue.Array(operations).ToString();

        /// <summary>The member for the body of a change in an outcome.</summary>
        internal static JsonValue WithBody(JsonValue outcome, ChangeBody body)
        {
            if (body.Patch != null)
                return outcome.With("patch", body.Patch.ToString());
            if (body.Operations != null)
                return outcome.With("operations", Text(body.Operations));
            return outcome.With("data", body.Data!.ToString());
        }

        private static Change ChangeOf(JsonValue given)
        {
            var number = given["number"]!;
            var kept = JsonValue.Object(
                ("id", number.ToString()),
                ("kind", given["kind"]!),
                ("madeAt", "2026-01-01T00:00:00.000Z"),
                ("body", BodyOf(given).ToJson())
            );
            foreach (var mark in new[] { "isAlone", "isAgain", "count" })
            {
                if (given[mark] is JsonValue value)
                    kept = kept.With(mark, value);
            }
            return Change.Parse(kept.ToString(), number.AsInt64());
        }

        private static ChangeBody BodyOf(JsonValue given)
        {
            if (given.Has("patch"))
                return ChangeBody.OfPatch(Json(given, "patch"));
            if (given.Has("operations"))
                return ChangeBody.OfOperations(Json(given, "operations").Items);
            var data = Json(given, "data");
            if (!given.Has("view"))
                return ChangeBody.OfData(data);
            var made = ChangeBody.OfSet(Json(given, "view"), data);
            if (!given.Has("again"))
                return made;
            var again = Json(given, "again").Items.Select(pointer => pointer.AsString()).ToList();
            return ChangeBody.OfData(data, made.Paths!.Union(again).ToList(), again);
        }
    }
}
