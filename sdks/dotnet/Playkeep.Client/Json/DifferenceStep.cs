using System;
using System.Collections.Generic;

namespace Playkeep
{
    /// <summary>An operation that is found, or values that are still to be compared.</summary>
    internal sealed class DifferenceStep
    {
        private DifferenceStep(JsonValue? operation, string pointer, JsonValue before, JsonValue after, JsonValue target)
        {
            Operation = operation;
            Pointer = pointer;
            Before = before;
            After = after;
            Target = target;
        }

        /// <summary>Null for values that are still to be compared.</summary>
        internal JsonValue? Operation { get; }

        internal string Pointer { get; }

        internal JsonValue Before { get; }

        internal JsonValue After { get; }

        /// <summary>The value that the operations are for; the one before where there is no other.</summary>
        internal JsonValue Target { get; }

        internal static DifferenceStep Of(JsonValue operation)
        {
            return new DifferenceStep(operation, "", JsonValue.Null, JsonValue.Null, JsonValue.Null);
        }

        internal static DifferenceStep Remove(string pointer)
        {
            return Of(JsonValue.Object(("op", "remove"), ("path", pointer)));
        }

        internal static DifferenceStep Add(string pointer, JsonValue value)
        {
            return Of(JsonValue.Object(("op", "add"), ("path", pointer), ("value", value)));
        }

        internal static DifferenceStep Replace(string pointer, JsonValue value)
        {
            return Of(JsonValue.Object(("op", "replace"), ("path", pointer), ("value", value)));
        }

        internal static DifferenceStep Compare(string pointer, JsonValue before, JsonValue after, JsonValue target)
        {
            return new DifferenceStep(null, pointer, before, after, target);
        }

        /// <summary>The operations in order, without recursion. The function adds the steps that stand for one.</summary>
        internal static IReadOnlyList<JsonValue> Run(
            DifferenceStep first,
            Action<DifferenceStep, List<DifferenceStep>> expand)
        {
            var operations = new List<JsonValue>();
            var waiting = new Stack<DifferenceStep>();
            var steps = new List<DifferenceStep>();
            waiting.Push(first);
            while (waiting.Count > 0)
            {
                DifferenceStep step = waiting.Pop();
                if (step.Operation != null)
                {
                    operations.Add(step.Operation);
                    continue;
                }

                steps.Clear();
                expand(step, steps);
                for (int index = steps.Count - 1; index >= 0; index -= 1)
                {
                    waiting.Push(steps[index]);
                }
            }

            return operations;
        }
    }
}
