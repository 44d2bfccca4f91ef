using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Playkeep.Http;

namespace Playkeep.Saves
{
    /// <summary>
    /// One exchange with the service about a save: sends the request on its way, or reads the record. A request goes again, just as
    /// it was, until an answer settles it: the service knows a repetition by the installation.
    /// <list type="bullet">
    /// <item>success: its changes are in the record</item>
    /// <item>412 with the record: its changes wait again, upon that record</item>
    /// <item>409 of another session, 401, suspended, unknown: it stays on its way, and the sender stops</item>
    /// <item>a fault that passes: it stays on its way, and goes again</item>
    /// <item>any other refusal: its change is set aside, or each of several goes by itself</item>
    /// </list>
    /// </summary>
    internal sealed class Exchange
    {
        private readonly SaveQueue _queue;
        private readonly RequestSender _sender;
        private readonly string _installation;
        private readonly Settlement _settlement;
        private readonly Identity _identity;
        private readonly SaveSession _session;
        private readonly CancellationToken _end;

        internal Exchange(
            SaveQueue queue,
            RequestSender sender,
            string installation,
            Settlement settlement,
            Identity identity,
            SaveSession session,
            CancellationToken end
        )
        {
            _queue = queue;
            _sender = sender;
            _installation = installation;
            _settlement = settlement;
            _identity = identity;
            _session = session;
            _end = end;
        }

        /// <summary>Does a failure end the sending until the game, or a new token, decides?</summary>
        internal static bool IsStopping(PlaykeepException failure) =>
            failure.Status == 401
            || failure.Code == PlaykeepErrorCode.Superseded
            || failure.ServiceError == ServiceErrors.PlayerSuspended
            || failure.ServiceError == ServiceErrors.PlayerNotFound;

        /// <summary>Was a write refused since the session that it named is over, whatever ended it?</summary>
        internal static bool IsSessionOver(PlaykeepException? failure) =>
            failure?.ServiceError == ServiceErrors.SessionNotCurrent;

        /// <summary>A read of the record, whose answer is 304 for the one with this tag.</summary>
        internal static ServiceRequest ReadUnless(string? etag) =>
            new ServiceRequest("GET", MetadataOperations.Path, Shape.OwnRecord) { KnownTag = etag }.With(
                "If-None-Match",
                etag
            );

        /// <summary>Reads the record, and puts the changes that wait upon it. No request may be on its way.</summary>
        internal async Task ReadAsync()
        {
            var reply = await GetAsync(_queue.ETag);
            if (reply.Status != 304)
                await AdoptAsync(reply);
        }

        /// <summary>Puts the changes that wait upon a record that was read. No request may be on its way.</summary>
        internal Task AdoptAsync(Reply reply) => _settlement.AdoptAsync(Checked(reply));

        /// <summary>Asks the service whose the token is.</summary>
        internal async Task ConfirmAsync() => Checked(await GetAsync(null));

        /// <summary>Makes the next request of waiting changes, and stores it.</summary>
        internal async Task ComposeAsync(IReadOnlyList<Change> changes)
        {
            _session.Required();
            var batch = Batch.Compose(changes, _queue.BaseData, _queue.ETag, _installation);
            await _queue.CommitAsync(
                new QueueUpdate { Batch = batch, ExpectedChanges = changes.Take(batch.Numbers.Count).ToList() }
            );
        }

        /// <summary>Sends the request on its way. It throws where the request stays on its way.</summary>
        internal async Task SendAsync(Batch batch)
        {
            for (; ; )
            {
                var sessionId = _session.Required();
                PlaykeepException failure;
                try
                {
                    var reply = await _sender.SendAsync(RequestOf(batch, sessionId), _end);
                    await _settlement.AcknowledgeAsync(batch, Checked(reply));
                    return;
                }
                catch (PlaykeepException thrown)
                {
                    failure = thrown;
                }
                // Meanwhile a new session began, in whose name it goes again.
                if (IsSessionOver(failure) && _session.Required() != sessionId)
                    continue;
                await SettleFailureAsync(batch, failure);
                return;
            }
        }

        private async Task SettleFailureAsync(Batch batch, PlaykeepException failure)
        {
            if (failure.Code == PlaykeepErrorCode.Conflict && failure.Record != null)
                await _settlement.ConflictAsync(batch, failure.Record);
            else if (StaysOnItsWay(failure))
                throw failure;
            else
                await _settlement.RefuseAsync(batch, failure);
        }

        private static bool StaysOnItsWay(PlaykeepException failure) =>
            IsStopping(failure)
            || IsSessionOver(failure)
            || RequestSender.IsTemporary(failure)
            || failure.Status == 0
            || failure.Status >= 500;

        private Task<Reply> GetAsync(string? etag) => _sender.SendAsync(ReadUnless(etag), _end);

        private MetadataRecord Checked(Reply reply)
        {
            var record = reply.Record();
            _identity.CheckRecord(record, reply.Token);
            return record;
        }

        private ServiceRequest RequestOf(Batch batch, string? sessionId)
        {
            var request = new ServiceRequest(batch.Method, MetadataOperations.Path, Shape.OwnRecord)
            {
                IsOwn = true,
                CheckToken = _identity.CheckToken,
            };
            return request
                .WithBody(batch.Type, batch.Body)
                .With("Idempotency-Key", batch.Key)
                .With("X-Installation-Id", batch.Installation)
                .With("If-Match", batch.IfMatch)
                .With("If-None-Match", batch.IfNoneMatch)
                .With("X-Session-Id", sessionId);
        }
    }
}
