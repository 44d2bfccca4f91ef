using System;
using System.Collections.Generic;
using System.Linq;
using Playkeep.Runtime;

namespace Playkeep.Saves
{
    /// <summary>
    /// A change of a save: how it is kept on the device, its effect on a document, and the paths that it touches. It is never
    /// edited; another state of it is a copy.
    /// </summary>
    internal sealed class Change
    {
        internal const string Initial = "initial";

        private Change(string id, string kind, DateTimeOffset madeAt, ChangeBody body)
        {
            Id = id;
            Kind = kind;
            MadeAt = madeAt;
            Body = body;
        }

        internal string Id { get; }

        /// <summary><c>initial</c>, <c>set</c>, <c>merge</c>, <c>patch</c>, <c>increment</c> or <c>append</c>.</summary>
        internal string Kind { get; }

        /// <summary>By the device's clock, for display.</summary>
        internal DateTimeOffset MadeAt { get; }

        internal ChangeBody Body { get; private set; }

        /// <summary>Its place in the order; 0 before it has one.</summary>
        internal long Number { get; private set; }

        /// <summary>How many changes of the game were joined into it.</summary>
        internal int Count { get; private set; } = 1;

        /// <summary>It begins metadata that was deleted, so it goes with the entity tag of the deletion.</summary>
        internal bool IsAgain { get; private set; }

        /// <summary>It was refused together with others, and is sent by itself.</summary>
        internal bool IsAlone { get; private set; }

        /// <summary>It was refused by itself, and waits for the game.</summary>
        internal PlaykeepException? Refusal { get; private set; }

        internal bool IsInitial => Kind == Initial;

        internal static Change Make(string kind, ChangeBody body, DateTimeOffset now) =>
            new Change(RandomId.Make(), kind, now, body);

        internal Change WithNumber(long number) => Copy(change => change.Number = number);

        internal Change WithBody(ChangeBody body) => Copy(change => change.Body = body);

        internal Change Alone() => Copy(change => change.IsAlone = true);

        internal Change Again() => Copy(change => change.IsAgain = true);

        internal Change Refused(PlaykeepException refusal) => Copy(change => change.Refusal = refusal);

        /// <summary>This change, which stands for an earlier one too.</summary>
        internal Change JoinedWith(Change earlier, ChangeBody body) =>
            Copy(change =>
            {
                change.Body = body;
                change.Number = earlier.Number;
                change.Count = earlier.Count + Count;
            });

        /// <summary>The operations with which it turns this document into another. They are right for this document alone.</summary>
        internal IReadOnlyList<JsonValue> OperationsUpon(JsonValue document)
        {
            if (Body.Patch != null)
                return JsonMerge.OperationsOf(document, Body.Patch);
            if (Body.Operations != null)
                return Body.Operations;
            var operations = JsonDifference.Between(document, Body.Data!, Array.Empty<string>());
            if (Body.Paths == null)
                return operations;
            var paths = Body.Paths.Select(JsonPointer.Parse).ToList();
            return operations
                .Where(operation =>
                {
                    var own = JsonPointer.Parse(operation["path"]!.AsString());
                    return paths.Any(path => JsonPointer.IsPrefix(path, own) || JsonPointer.IsPrefix(own, path));
                })
                .ToList();
        }

        /// <exception cref="PatchDoesNotApplyException">The document is another one than the change needs.</exception>
        internal JsonValue ApplyTo(JsonValue document)
        {
            if (Body.ResultUpon(document) is JsonValue known)
                return known;
            var isWhole = Body.Data != null && Body.Paths == null;
            var result = isWhole ? Body.Data! : JsonPatch.Apply(document, OperationsUpon(document));
            Body.Remember(document, result);
            return result;
        }

        /// <summary>
        /// The document after the changes. One that does not apply is left out: the service decides about it. So is the beginning of
        /// a save that has begun.
        /// </summary>
        internal static JsonValue ApplyAll(JsonValue document, IEnumerable<Change> changes)
        {
            var state = document;
            foreach (var change in changes)
            {
                if (change.IsInitial && state.Count > 0)
                    continue;
                try
                {
                    state = change.ApplyTo(state);
                }
                catch (PatchDoesNotApplyException)
                {
                    // The next one is tried upon the same state.
                }
                catch (PointerFormatException)
                {
                    // The same.
                }
            }
            return state;
        }

        /// <summary>Additions alone, which apply to any state and give the same sum in any order.</summary>
        internal bool IsCounter => Body.Operations != null && Body.Operations.All(IsAddition);

        internal static bool IsAddition(JsonValue operation)
        {
            var op = operation["op"]!.AsString();
            return op == "increment" || op == "append";
        }

        /// <summary>
        /// The paths at which it takes a value for granted, which an addition does not. A path through an array ends at the array.
        /// </summary>
        /// <param name="document">the state before it</param>
        internal IEnumerable<IReadOnlyList<string>> TouchedPaths(JsonValue document)
        {
            var paths =
                Body.Patch != null
                    ? DocumentPaths.LeavesOf(Body.Patch)
                    : OperationsUpon(document)
                        .Where(operation => Body.Operations == null || !IsAddition(operation))
                        .SelectMany(PathsOf);
            return paths.Select(path => DocumentPaths.UntilArray(document, path)).ToList();
        }

        private static IEnumerable<IReadOnlyList<string>> PathsOf(JsonValue operation)
        {
            var path = JsonPointer.Parse(operation["path"]!.AsString());
            // An item that is added at the end takes nothing for granted.
            if (operation["op"]!.AsString() == "add" && path.Length > 0 && path[path.Length - 1] == "-")
                yield break;
            yield return path;
            if (operation["from"]?.Kind == JsonKind.String)
                yield return JsonPointer.Parse(operation["from"]!.AsString());
        }

        internal string ToText()
        {
            var json = JsonValue.Object(("id", Id), ("kind", Kind), ("madeAt", Times.Format(MadeAt)), ("body", Body.ToJson()));
            if (Count > 1)
                json = json.With("count", Count);
            if (IsAgain)
                json = json.With("isAgain", true);
            if (IsAlone)
                json = json.With("isAlone", true);
            if (Refusal != null)
                json = json.With("refusal", RefusalJson.Of(Refusal));
            return json.ToString();
        }

        /// <exception cref="FormatException">The text is no change.</exception>
        internal static Change Parse(string text, long number)
        {
            var json = JsonValue.ParseEnvelope(text);
            var body = json["body"] ?? throw new FormatException("a change has no body");
            var change = new Change(
                json["id"]!.AsString(),
                json["kind"]!.AsString(),
                Times.Parse(json["madeAt"]!),
                ChangeBody.OfJson(body)
            );
            change.Number = number;
            change.Count = json["count"]?.AsInt32() ?? 1;
            change.IsAgain = json.Has("isAgain");
            change.IsAlone = json.Has("isAlone");
            change.Refusal = json["refusal"] is JsonValue refusal ? RefusalJson.Parse(refusal) : null;
            return change;
        }

        private Change Copy(Action<Change> edit)
        {
            var change = new Change(Id, Kind, MadeAt, Body)
            {
                Number = Number,
                Count = Count,
                IsAgain = IsAgain,
                IsAlone = IsAlone,
                Refusal = Refusal,
            };
            edit(change);
            return change;
        }
    }
}
