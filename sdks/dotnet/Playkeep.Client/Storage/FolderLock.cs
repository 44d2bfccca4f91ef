using System;
using System.Collections.Generic;
using System.IO;

namespace Playkeep.Storage
{
    /// <summary>
    /// A lock between processes: a file that is open without sharing. The system frees it when its process ends, however that ends.
    /// Those of one process share it.
    /// </summary>
    internal static class FolderLock
    {
        private sealed class Held
        {
            internal Held(FileStream file)
            {
                File = file;
            }

            internal FileStream File { get; }

            internal int Users { get; set; }
        }

        private static readonly Dictionary<string, Held> _held = new Dictionary<string, Held>();

        /// <returns>a function that frees it</returns>
        /// <exception cref="OpenElsewhereException">Another process has it.</exception>
        internal static Action Take(string folder)
        {
            var path = Path.Combine(folder, "playkeep.lock");
            lock (_held)
            {
                if (!_held.TryGetValue(path, out var held))
                    _held[path] = held = new Held(TryOpen(path) ?? throw new OpenElsewhereException(folder));
                held.Users += 1;
            }
            return () => Release(path);
        }

        /// <summary>Opens a file without sharing. Null where another process, or another user of this one, has it.</summary>
        internal static FileStream? TryOpen(string path)
        {
            try
            {
                return new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            }
            catch (IOException failure)
                when (!(failure is DirectoryNotFoundException) && !(failure is PathTooLongException) && File.Exists(path))
            {
                return null;
            }
        }

        private static void Release(string path)
        {
            lock (_held)
            {
                if (!_held.TryGetValue(path, out var held))
                    return;
                held.Users -= 1;
                if (held.Users > 0)
                    return;
                _held.Remove(path);
                held.File.Dispose();
            }
        }
    }
}
