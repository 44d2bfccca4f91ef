using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using System.Threading.Tasks;
using Playkeep.Runtime;

namespace Playkeep.Storage
{
    /// <summary>
    /// An area whose content is in memory, and whose updates are lines of a journal, flushed to the disk before they complete. A
    /// process that was killed leaves at most the beginning of one line, which is cut off at the next opening.
    /// </summary>
    internal sealed class JournalArea : IStorageArea
    {
        /// <summary>A journal that is longer than this, in bytes, and four times its content is written anew.</summary>
        private const long LeastRewriteBytes = 1_048_576;

        private const string DraftEnding = ".tmp";

        private static readonly HashSet<string> _open = new HashSet<string>();

        private readonly string _path;
        private readonly IPlaykeepPlatform _platform;
        private readonly Action _release;
        private FileStream _file;
        private long _bytes;
        private List<string> _waiting = new List<string>();
        private Task _writing = Task.CompletedTask;
        private Task? _next;

        /// <summary>After a write that failed, a part of a line may be at the end. Nothing may follow it.</summary>
        private bool _isTorn;

        /// <summary>The content is what the journal has. It also has the updates of writes that failed.</summary>
        private bool _isWhole = true;
        private long _leastRewriteBytes = LeastRewriteBytes;

        private JournalArea(string path, AreaContent content, IPlaykeepPlatform platform, Action release)
        {
            _path = path;
            _platform = platform;
            _release = release;
            Content = content;
            _file = OpenFile(path, FileMode.OpenOrCreate);
            _bytes = _file.Length;
        }

        public bool IsDurable => true;

        public AreaContent Content { get; }

        /// <param name="path">of the journal</param>
        /// <param name="platform">on which files are written</param>
        /// <param name="release">called at the end</param>
        /// <exception cref="PlaykeepException"><see cref="PlaykeepErrorCode.Storage"/> for a journal that is damaged</exception>
        internal static JournalArea Open(string path, IPlaykeepPlatform platform, Action release)
        {
            lock (_open)
            {
                if (!_open.Add(path))
                    throw new OpenElsewhereException(path);
            }
            try
            {
                var content = new AreaContent();
                TakeDraft(path);
                Read(path, content);
                return new JournalArea(path, content, platform, release);
            }
            catch
            {
                Forget(path);
                throw;
            }
        }

        public async Task<long> AppendAsync(string change)
        {
            var number = Content.Append(change);
            await CommitAsync(AreaUpdate.OfChange(number, change));
            return number;
        }

        public Task CommitAsync(AreaUpdate update)
        {
            Content.Apply(update);
            _waiting.Add(update.ToLine() + "\n");
            if (_next == null)
            {
                _next = WriteAfterAsync(_writing);
                _writing = _next;
            }
            return _next;
        }

        public async Task CloseAsync()
        {
            // The game was told of writes that failed.
            await Waiting.EndAsync(_writing);
            try
            {
                _file.Dispose();
            }
            finally
            {
                Forget(_path);
                _release();
            }
        }

        /// <summary>All lines that wait leave with one flush.</summary>
        private async Task WriteAfterAsync(Task before)
        {
            await Waiting.EndAsync(before);
            await Task.Yield();
            _next = null;
            var bytes = Encoding.UTF8.GetBytes(string.Concat(_waiting));
            _waiting = new List<string>();
            byte[]? whole = null;
            if (_isWhole && _bytes + bytes.Length > _leastRewriteBytes)
            {
                // The content holds what the waiting lines say, and no more.
                whole = Encoding.UTF8.GetBytes(Content.ToUpdate().ToLine() + "\n");
                if (_bytes + bytes.Length <= 4L * whole.Length)
                    whole = null;
            }
            try
            {
                await _platform.RunBlockingAsync(() => Write(bytes, whole));
            }
            catch
            {
                _isTorn = true;
                _isWhole = false;
                throw;
            }
        }

        private void Write(byte[] added, byte[]? whole)
        {
            if (whole != null && TryRewrite(whole))
                return;
            if (_isTorn)
            {
                _file.SetLength(_bytes);
                _file.Seek(_bytes, SeekOrigin.Begin);
            }
            _isTorn = false;
            _file.Write(added, 0, added.Length);
            _file.Flush(true);
            _bytes += added.Length;
        }

        /// <summary>Writes the content to another file, which takes the place of the journal. False where that has no place.</summary>
        private bool TryRewrite(byte[] content)
        {
            var draft = _path + DraftEnding;
            var isReplaced = false;
            try
            {
                using (var fresh = new FileStream(draft, FileMode.Create, FileAccess.Write))
                {
                    fresh.Write(content, 0, content.Length);
                    fresh.Flush(true);
                }
                // Windows renames no file that is open.
                _file.Dispose();
                File.Replace(draft, _path, null);
                isReplaced = true;
            }
            catch (Exception failure) when (failure is IOException || failure is UnauthorizedAccessException)
            {
                // The next attempt is made when it has become much longer.
                _leastRewriteBytes = 2 * _bytes;
            }
            if (!_file.CanWrite)
            {
                isReplaced |= TakeDraft(_path);
                _file = OpenFile(_path, FileMode.Open);
            }
            if (isReplaced)
                _bytes = content.Length;
            else
                TryDelete(draft);
            return isReplaced;
        }

        /// <summary>
        /// Where a replacement was interrupted, as Windows may, its draft is the journal: it is complete before that begins.
        /// </summary>
        private static bool TakeDraft(string path)
        {
            if (File.Exists(path) || !File.Exists(path + DraftEnding))
                return false;
            File.Move(path + DraftEnding, path);
            return true;
        }

        private static void TryDelete(string path)
        {
            try
            {
                File.Delete(path);
            }
            catch (Exception failure) when (failure is IOException || failure is UnauthorizedAccessException)
            {
                // The next draft replaces it.
            }
        }

        private static FileStream OpenFile(string path, FileMode mode)
        {
            var file = new FileStream(path, mode, FileAccess.ReadWrite, FileShare.Read);
            file.Seek(0, SeekOrigin.End);
            return file;
        }

        /// <summary>Reads the whole lines of a journal, and cuts off the beginning of another.</summary>
        private static void Read(string path, AreaContent content)
        {
            if (!File.Exists(path))
                return;
            var bytes = File.ReadAllBytes(path);
            var length = Array.LastIndexOf(bytes, (byte)'\n') + 1;
            try
            {
                foreach (var line in Encoding.UTF8.GetString(bytes, 0, length).Split('\n'))
                {
                    if (line != "")
                        content.Apply(AreaUpdate.OfLine(line));
                }
            }
            catch (Exception damage) when (damage is FormatException || damage is InvalidOperationException)
            {
                throw new PlaykeepException(
                    PlaykeepErrorCode.Storage,
                    "The save on the device is damaged",
                    path,
                    damage
                );
            }
            if (length == bytes.Length)
                return;
            using (var file = new FileStream(path, FileMode.Open, FileAccess.Write))
            {
                file.SetLength(length);
                file.Flush(true);
            }
        }

        private static void Forget(string path)
        {
            lock (_open)
                _open.Remove(path);
        }
    }
}
