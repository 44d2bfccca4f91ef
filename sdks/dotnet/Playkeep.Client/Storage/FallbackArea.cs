using System;
using System.Collections.Generic;
using System.Linq;
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

        /// <summary>The content that the device is known to keep. Its own view of itself also has writes that failed.</summary>
        private readonly AreaContent _kept = new AreaContent();
        private bool _isLost;

        /// <param name="device">the area on the device</param>
        /// <param name="onLost">called once, with the failure of the device</param>
        internal FallbackArea(IStorageArea device, Action<Exception> onLost)
        {
            _device = device;
            _onLost = onLost;
            _kept.Apply(device.Content.ToUpdate());
        }

        public bool IsDurable => !_isLost && _device.IsDurable;

        public AreaContent Content => _device.Content;

        public async Task<long> AppendAsync(string change)
        {
            if (_isLost)
                return Content.Append(change);
            // The number is known at once, whether the device keeps the change or not.
            var appended = _device.AppendAsync(change);
            var number = Content.Changes.Keys.Last();
            try
            {
                await appended;
                _kept.Changes[number] = change;
            }
            catch (Exception failure)
            {
                Lose(failure);
            }
            return number;
        }

        public async Task CommitAsync(AreaUpdate update)
        {
            if (_isLost)
                Content.Apply(update);
            else if (await TryWriteAsync(update) is Exception failure)
                Lose(failure);
            else
                return;
            await ForgetOnDeviceAsync();
        }

        public async Task CloseAsync()
        {
            if (_isLost)
                await ForgetOnDeviceAsync();
            await _device.CloseAsync();
        }

        private void Lose(Exception failure)
        {
            if (_isLost)
                return;
            _isLost = true;
            _onLost(failure);
        }

        /// <summary>The failure; null where the device has the update.</summary>
        private async Task<Exception?> TryWriteAsync(AreaUpdate update)
        {
            try
            {
                await _device.CommitAsync(update);
                _kept.Apply(update);
                return null;
            }
            catch (Exception failure)
            {
                return failure;
            }
        }

        /// <summary>
        /// Takes settled changes off the device. While memory has one in another form, such as one into which others were joined,
        /// all stay there.
        /// </summary>
        private async Task ForgetOnDeviceAsync()
        {
            var last = _kept.Changes.Keys.DefaultIfEmpty().Last();
            if (Content.Changes.Any(change => change.Key <= last && TextOf(_kept.Changes, change.Key) != change.Value))
                return;
            var forgotten = new AreaUpdate();
            foreach (var number in _kept.Changes.Keys.Where(number => !Content.Changes.ContainsKey(number)))
                forgotten.Changes[number] = null;
            if (forgotten.Changes.Count == 0)
                return;
            var batch = TextOf(Content.Values, "batch");
            if (batch != TextOf(_kept.Values, "batch"))
                forgotten.Values["batch"] = null;
            var written = TryWriteAsync(forgotten);
            // The request on its way stays in memory, though the device holds none.
            if (batch != null)
                Content.Values["batch"] = batch;
            await written;
        }

        private static string? TextOf<TKey>(IDictionary<TKey, string> texts, TKey key)
            where TKey : notnull => texts.TryGetValue(key, out var text) ? text : null;
    }
}
