using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Playkeep.Runtime;

namespace Playkeep.Saves
{
    /// <summary>The status of a save, its events, and those who wait for acknowledgement. The queue and the sender tell it news.</summary>
    internal sealed class SaveState
    {
        private const int FailuresOfFlush = 3;

        private sealed class Waiter
        {
            internal Waiter(long upTo)
            {
                UpTo = upTo;
            }

            internal long UpTo { get; }

            internal int Failures { get; set; }

            internal TaskCompletionSource<bool> Done { get; } =
                new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        }

        private readonly SaveQueue _queue;
        private readonly List<Waiter> _waiters = new List<Waiter>();
        private readonly HashSet<string> _toldRefusals;
        private JsonValue _data;

        internal SaveState(SaveQueue queue)
        {
            _queue = queue;
            _data = queue.Data;
            _toldRefusals = new HashSet<string>(
                queue.Changes.Where(change => change.Refusal != null).Select(change => change.Id)
            );
            Status = queue.HasWork ? SaveStatus.Waiting : SaveStatus.Saved;
        }

        internal SaveStatus Status { get; private set; }

        /// <summary>Why the status is waiting or blocked.</summary>
        internal PlaykeepException? Error { get; private set; }

        /// <summary>Why the device keeps nothing. It stays.</summary>
        internal PlaykeepException? StorageError { get; private set; }

        internal event Action<JsonValue>? Changed;

        internal event Action<PendingChange>? Refused;

        internal event Action<SaveStatus, PlaykeepException?>? StatusChanged;

        internal PendingChange Describe(Change change) =>
            new PendingChange(
                change.Id,
                change.Kind,
                change.MadeAt,
                change.Refusal != null ? PendingState.Refused
                    : _queue.IsOnItsWay(change) ? PendingState.Sent
                    : PendingState.Queued,
                change.Count,
                change.Body.Content,
                change.Refusal
            );

        /// <summary>The queue is another one.</summary>
        internal void OnUpdate()
        {
            if (!ReferenceEquals(_queue.Data, _data))
            {
                _data = _queue.Data;
                Changed?.Invoke(_data);
            }
            foreach (var change in _queue.Changes)
            {
                if (change.Refusal != null && _toldRefusals.Add(change.Id))
                    Refused?.Invoke(Describe(change));
            }
            if (_queue.HasWork && Status == SaveStatus.Saved)
                OnStatus(SaveStatus.Saving, null);
            else if (!_queue.HasWork && (Status == SaveStatus.Saving || Status == SaveStatus.Waiting))
                OnStatus(SaveStatus.Saved, null);
            SettleWaiters();
        }

        /// <summary>The sender tells each attempt that failed, and each new status.</summary>
        internal void OnStatus(SaveStatus next, PlaykeepException? failure)
        {
            if (failure != null)
            {
                foreach (var waiter in _waiters.ToList())
                {
                    waiter.Failures += 1;
                    if (next == SaveStatus.Blocked || waiter.Failures >= FailuresOfFlush)
                        Reject(waiter, failure);
                }
            }
            if (next == Status && ReferenceEquals(failure, Error))
                return;
            Status = next;
            Error = failure;
            StatusChanged?.Invoke(next, failure);
        }

        /// <summary>The device keeps no more changes.</summary>
        internal void OnStorageError(PlaykeepException failure)
        {
            StorageError = failure;
            OnStatus(Status, failure);
        }

        /// <summary>The game asks to go on after the save was blocked. It is blocked no longer when this returns.</summary>
        internal void OnRetry()
        {
            if (Status == SaveStatus.Blocked)
                OnStatus(_queue.HasWork ? SaveStatus.Saving : SaveStatus.Saved, null);
        }

        /// <summary>Completes when the service has acknowledged every change that is there now.</summary>
        internal Task FlushAsync()
        {
            if (Status == SaveStatus.Blocked && Error != null && _queue.Pending.Count > 0)
                return Task.FromException(Error);
            var waiter = new Waiter(_queue.Changes.Select(change => change.Number).DefaultIfEmpty().Max());
            _waiters.Add(waiter);
            SettleWaiters();
            return waiter.Done.Task;
        }

        internal void RejectAll(PlaykeepException failure)
        {
            foreach (var waiter in _waiters.ToList())
                Reject(waiter, failure);
        }

        private void SettleWaiters()
        {
            foreach (var waiter in _waiters.ToList())
            {
                if (_queue.Pending.Any(change => change.Number <= waiter.UpTo))
                    continue;
                var refused = _queue.Changes.FirstOrDefault(change => change.Refusal != null);
                if (refused != null)
                {
                    Reject(waiter, refused.Refusal!);
                    continue;
                }
                _waiters.Remove(waiter);
                waiter.Done.TrySetResult(true);
            }
        }

        private void Reject(Waiter waiter, PlaykeepException failure)
        {
            _waiters.Remove(waiter);
            waiter.Done.TrySetException(failure);
        }
    }
}
