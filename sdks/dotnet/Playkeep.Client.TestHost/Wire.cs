using System;
using System.Collections.Concurrent;
using System.IO;
using System.Text;
using System.Threading.Tasks;

namespace Playkeep.TestHost
{
    /// <summary>Messages to and from the test: a JSON object a line.</summary>
    internal sealed class Wire
    {
        private readonly TextReader _input;
        private readonly Stream _output;
        private readonly ConcurrentDictionary<long, TaskCompletionSource<JsonValue>> _asked = new();
        private long _questions;

        internal Wire(TextReader input, Stream output)
        {
            _input = input;
            _output = output;
        }

        /// <summary>The next message of the test; null at the end.</summary>
        internal async Task<JsonValue?> ReadAsync()
        {
            for (; ; )
            {
                var line = await _input.ReadLineAsync();
                if (line == null)
                    return null;
                var message = JsonValue.Parse(line);
                if (message["answer"] is not JsonValue question)
                    return message;
                if (_asked.TryRemove(question.AsInt64(), out var answer))
                    answer.TrySetResult(message);
            }
        }

        /// <summary>Writes a message. It is made while no other one is written, so that states in messages are in order.</summary>
        internal void Write(Func<JsonValue> make)
        {
            lock (_output)
            {
                var bytes = Encoding.UTF8.GetBytes(make().ToString() + "\n");
                _output.Write(bytes);
                _output.Flush();
            }
        }

        /// <summary>No answer to a question is needed any more.</summary>
        internal void Wake(long number) => Write(() => JsonValue.Object(("wake", number)));

        /// <summary>Asks the test, which answers with the same number.</summary>
        internal Task<JsonValue> AskAsync(JsonValue question, out long number)
        {
            var own = System.Threading.Interlocked.Increment(ref _questions);
            number = own;
            var answer = new TaskCompletionSource<JsonValue>(TaskCreationOptions.RunContinuationsAsynchronously);
            _asked[own] = answer;
            Write(() => question.With("ask", own));
            return answer.Task;
        }
    }
}
