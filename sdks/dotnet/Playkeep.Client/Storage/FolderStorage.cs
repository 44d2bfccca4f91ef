using System;
using System.Collections.Generic;
using System.IO;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;
using Playkeep.Runtime;

namespace Playkeep.Storage
{
    /// <summary>Saves in a folder, a journal each. The name of a file is a digest of the service and the player.</summary>
    internal sealed class FolderStorage : SaveStorage
    {
        /// <summary>The form that the service takes in <c>X-Installation-Id</c>.</summary>
        private static readonly Regex _installation = new Regex(@"\A[A-Za-z0-9_-]{16,64}\z");

        private readonly string _folder;
        private readonly Dictionary<string, FileStream> _sessions = new Dictionary<string, FileStream>();

        internal FolderStorage(string folder)
        {
            _folder = Path.GetFullPath(folder);
        }

        internal override async Task<IStorageArea> OpenAsync(string name, IPlaykeepPlatform platform)
        {
            IStorageArea? area = null;
            try
            {
                await platform.RunBlockingAsync(() =>
                {
                    Directory.CreateDirectory(_folder);
                    area = Open(FileOf(name, ".journal"), platform);
                });
                return area!;
            }
            catch (Exception failure)
            {
                throw Unusable(failure);
            }
        }

        /// <summary>The id is in a file of its own, which is made whole or not at all.</summary>
        internal override async Task<string> InstallationAsync(string url, IPlaykeepPlatform platform)
        {
            var id = "";
            await platform.RunBlockingAsync(() =>
            {
                try
                {
                    Directory.CreateDirectory(_folder);
                    id = ReadOrMake(FileOf(url, ".installation"));
                }
                catch (Exception failure) when (failure is IOException || failure is UnauthorizedAccessException)
                {
                    // A device that keeps nothing has one for this run.
                    id = RandomId.Make();
                }
            });
            return id;
        }

        internal override bool TryEnterSession(string name)
        {
            lock (_sessions)
            {
                if (_sessions.ContainsKey(name))
                    return false;
                try
                {
                    Directory.CreateDirectory(_folder);
                    var file = FolderLock.TryOpen(FileOf(name, ".session"));
                    if (file == null)
                        return false;
                    _sessions[name] = file;
                    return true;
                }
                catch (Exception failure) when (failure is IOException || failure is UnauthorizedAccessException)
                {
                    // A device without files has no other process to tell apart.
                    return true;
                }
            }
        }

        internal override void LeaveSession(string name)
        {
            lock (_sessions)
            {
                if (_sessions.Remove(name, out var file))
                    file.Dispose();
            }
        }

        private IStorageArea Open(string path, IPlaykeepPlatform platform)
        {
            var release = FolderLock.Take(_folder);
            try
            {
                return JournalArea.Open(path, platform, release);
            }
            catch
            {
                release();
                throw;
            }
        }

        /// <summary>Reads an id, or makes one where there is none or a damaged one. One process at a time does so.</summary>
        private static string ReadOrMake(string path)
        {
            using (TakeTurn(path + ".lock"))
            {
                if (File.Exists(path) && File.ReadAllText(path) is string known && _installation.IsMatch(known))
                    return known;
                var made = RandomId.Make();
                var draft = path + ".tmp";
                using (var file = new FileStream(draft, FileMode.Create, FileAccess.Write))
                {
                    var bytes = Encoding.UTF8.GetBytes(made);
                    file.Write(bytes, 0, bytes.Length);
                    file.Flush(true);
                }
                File.Delete(path);
                File.Move(draft, path);
                return made;
            }
        }

        /// <exception cref="IOException">Another process has it for a second.</exception>
        private static FileStream TakeTurn(string path)
        {
            for (var attempt = 0; attempt < 100; attempt += 1)
            {
                if (FolderLock.TryOpen(path) is FileStream turn)
                    return turn;
                Thread.Sleep(10);
            }
            throw new IOException("another process has the installation");
        }

        private string FileOf(string name, string ending)
        {
            using (var sha = SHA256.Create())
            {
                var digest = sha.ComputeHash(Encoding.UTF8.GetBytes(name));
                var hex = BitConverter.ToString(digest).Replace("-", "").ToLowerInvariant();
                return Path.Combine(_folder, hex.Substring(0, 40) + ending);
            }
        }

        private static PlaykeepException Unusable(Exception failure) =>
            PlaykeepException.Of(failure, PlaykeepErrorCode.Storage, "The folder of the save cannot be used");
    }
}
