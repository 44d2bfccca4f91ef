#nullable enable
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace UnityEngine.Networking
{
    /// <summary>An answer of a server at a numeric address, read from a socket to its end (RFC 9112).</summary>
    internal sealed class SocketAnswer
    {
        private SocketAnswer(int status)
        {
            Status = status;
        }

        internal int Status { get; }

        internal Dictionary<string, string> Headers { get; } = new Dictionary<string, string>();

        internal List<byte[]> Parts { get; } = new List<byte[]>();

        /// <summary>The address of a redirect; null for other answers.</summary>
        internal string? Location =>
            Status >= 300 && Status < 400 && Headers.TryGetValue("location", out var location) ? location : null;

        internal static SocketAnswer Of(
            string method,
            string url,
            IReadOnlyDictionary<string, string> headers,
            byte[]? body
        )
        {
            var address = new Uri(url);
            using (var socket = new Socket(SocketType.Stream, ProtocolType.Tcp))
            {
                socket.Connect(IPAddress.Parse(address.Host), address.Port);
                using (var stream = new BufferedStream(new NetworkStream(socket)))
                {
                    var head = new StringBuilder($"{method} {address.PathAndQuery} HTTP/1.1\r\n");
                    head.Append($"Host: {address.Authority}\r\nConnection: close\r\n");
                    foreach (var header in headers)
                        head.Append($"{header.Key}: {header.Value}\r\n");
                    if (body != null || method != "GET")
                        head.Append($"Content-Length: {body?.Length ?? 0}\r\n");
                    stream.Write(Encoding.UTF8.GetBytes(head + "\r\n"));
                    stream.Write(body ?? Array.Empty<byte>());
                    stream.Flush();
                    return Read(stream, method);
                }
            }
        }

        private static SocketAnswer Read(Stream stream, string method)
        {
            var answer = new SocketAnswer(int.Parse(LineOf(stream).Split(' ')[1], CultureInfo.InvariantCulture));
            for (var line = LineOf(stream); line != ""; line = LineOf(stream))
            {
                var colon = line.IndexOf(':');
                answer.Headers[line.Substring(0, colon).ToLowerInvariant()] = line.Substring(colon + 1).Trim();
            }
            if (method == "HEAD" || answer.Status == 204 || answer.Status == 304)
                return answer;
            if (answer.Headers.ContainsKey("transfer-encoding"))
                answer.ReadChunks(stream);
            else if (answer.Headers.TryGetValue("content-length", out var length))
                answer.ReadPart(stream, int.Parse(length, CultureInfo.InvariantCulture));
            return answer;
        }

        private void ReadChunks(Stream stream)
        {
            for (; ; )
            {
                var length = int.Parse(LineOf(stream), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
                ReadPart(stream, length);
                LineOf(stream);
                if (length == 0)
                    return;
            }
        }

        private void ReadPart(Stream stream, int length)
        {
            for (var left = length; left > 0; )
            {
                var part = new byte[Math.Min(left, 65_536)];
                var count = stream.Read(part, 0, part.Length);
                if (count == 0)
                    throw new IOException("The answer ended early");
                Array.Resize(ref part, count);
                Parts.Add(part);
                left -= count;
            }
        }

        private static string LineOf(Stream stream)
        {
            var line = new StringBuilder();
            for (var next = stream.ReadByte(); next != '\n'; next = stream.ReadByte())
            {
                if (next < 0)
                    throw new IOException("The answer ended early");
                if (next != '\r')
                    line.Append((char)next);
            }
            return line.ToString();
        }
    }
}
