using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace Playkeep.Storage
{
    /// <summary>
    /// An area that goes on in memory when the device can keep no more, as on a full disk. Nothing that was read or written before
    /// is forgotten. The device is asked again with each settled change, so that a later run does not send it again.
    /// </summary>
    internal sealed class FallbackArea : IStorageArea
    {
        private readonly IStorageArea _device;
        private readonly Action<Exception> _onLost;
        private readonly HashSet<long> _settled = new HashSet<long>();
        private bool _isLost;

        /// <param name="device">the area on the device</param>
        /// <param name="onLost">called once, with the failure of the device</param>
        internal FallbackArea(IStorageArea device, Action<Exception> onLost)
        {
            _device = device;
            _onLost = onLost;
        }

        public bool IsDurable => !_isLost && _device.IsDurable;

        // The device's view of itself has each change, also one that it could not write.
        public AreaContent Content => _device.Content;

        public async Task<long> AppendAsync(string change)
        {
            if (_isLost)
            {
                var next = Content.NextNumber();
                Content.Changes[next] = change;
                return next;
            }
            // The number is known at once, whether the device keeps the change or not.
            var appended = _device.AppendAsync(change);
            var number = LastNumber();
            try
            {
                return await appended;
            }
            catch (Exception failure)
            {
                Lose(failure);
                return number;
            }
        }

        public async Task CommitAsync(AreaUpdate update)
        {
            if (!_isLost)
            {
                try
                {
                    await _device.CommitAsync(update);
                    return;
                }
                catch (Exception failure)
                {
                    Lose(failure);
                }
            }
            else
            {
                Content.Apply(update);
            }
            await ForgetOnDeviceAsync(update);
        }

        public async Task CloseAsync()
        {
            if (_isLost)
                await ForgetOnDeviceAsync(new AreaUpdate());
            await _device.CloseAsync();
        }

        private void Lose(Exception failure)
        {
            if (_isLost)
                return;
            _isLost = true;
            _onLost(failure);
        }

        private long LastNumber()
        {
            var last = 0L;
            foreach (var number in Content.Changes.Keys)
                last = number;
            return last;
        }

        private async Task ForgetOnDeviceAsync(AreaUpdate update)
        {
            foreach (var change in update.Changes)
            {
                if (change.Value == null)
                    _settled.Add(change.Key);
            }
            if (_settled.Count == 0)
                return;
            var forgotten = new AreaUpdate();
            forgotten.Values["batch"] = null;
            foreach (var number in _settled)
                forgotten.Changes[number] = null;
            var batch = Content.Values.TryGetValue("batch", out var text) ? text : null;
            try
            {
                var written = _device.CommitAsync(forgotten);
                // The request on its way stays in memory, though the device holds none.
                if (batch != null)
                    Content.Values["batch"] = batch;
                await written;
            }
            catch (Exception)
            {
                return;
            }
            _settled.ExceptWith(forgotten.Changes.Keys);
        }
    }
}
