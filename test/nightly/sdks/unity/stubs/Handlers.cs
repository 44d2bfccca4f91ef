#nullable enable
using System;

namespace UnityEngine.Networking
{
    public class DownloadHandler : IDisposable
    {
        public DownloadHandler()
        {
            Engine.AssertMainThread();
        }

        public void Dispose() => Engine.AssertMainThread();
    }

    public class DownloadHandlerScript : DownloadHandler
    {
        internal bool Take(byte[] data) => ReceiveData(data, data.Length);

        protected virtual bool ReceiveData(byte[] data, int dataLength) => true;
    }

    public class UploadHandler : IDisposable
    {
        public void Dispose() => Engine.AssertMainThread();
    }

    public sealed class UploadHandlerRaw : UploadHandler
    {
        public UploadHandlerRaw(byte[] data)
        {
            Engine.AssertMainThread();
            // As Unity 2021.3, which takes no empty body.
            if (data.Length == 0)
                throw new ArgumentException("Cannot create a data handler without payload data");
            Data = data;
        }

        internal byte[] Data { get; }
    }
}
