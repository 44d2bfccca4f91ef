using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Playkeep.Http;
using Playkeep.Runtime;

namespace Playkeep
{
    /// <summary>
    /// The operations on metadata. Each write carries an idempotency key, so that its repetitions have one effect. They throw
    /// <see cref="PlaykeepException"/>, or <see cref="System.OperationCanceledException"/>.
    /// </summary>
    public sealed class MetadataOperations
    {
        internal const string Path = "/api/game/metadata";
        internal const string JsonType = "application/json";
        internal const string PlaykeepPatchType = "application/vnd.playkeep.patch+json";
        internal const string MergePatchType = "application/merge-patch+json";

        private readonly SerialContext _context;
        private readonly RequestSender _sender;

        internal MetadataOperations(SerialContext context, RequestSender sender)
        {
            _context = context;
            _sender = sender;
        }

        /// <summary>The player's own metadata.</summary>
        public Task<MetadataRecord> GetAsync(CancellationToken cancellationToken = default) =>
            RecordAsync(new ServiceRequest("GET", Path, Shape.OwnRecord) { IsOwn = true }, cancellationToken);

        /// <summary>The metadata of any player, by their number.</summary>
        public Task<MetadataRecord> GetBySequentialIdAsync(
            long sequentialId,
            CancellationToken cancellationToken = default
        ) =>
            RecordAsync(
                new ServiceRequest("GET", $"{Path}/{sequentialId}", Shape.RecordOf(sequentialId)),
                cancellationToken
            );

        /// <summary>The metadata of 1 to 100 players, by their numbers.</summary>
        public Task<MetadataLookup> LookupAsync(
            IReadOnlyCollection<long> sequentialIds,
            CancellationToken cancellationToken = default
        ) =>
            _context.CallAsync(async () =>
            {
                var body = JsonValue.Object(
                    ("sequentialIds", JsonValue.Array(sequentialIds.Select(id => (JsonValue)id)))
                );
                var request = new ServiceRequest("POST", Path + "/lookup", Shape.Records(sequentialIds)).WithBody(
                    JsonType,
                    body.ToString()
                );
                var reply = await _sender.SendWithRetriesAsync(request, cancellationToken);
                return new MetadataLookup(reply.DataText());
            });

        /// <summary>Replaces the whole object.</summary>
        public Task<MetadataRecord> SetAsync(
            JsonValue data,
            WriteOptions? options = null,
            CancellationToken cancellationToken = default
        ) =>
            WriteAsync(
                new ServiceRequest("POST", Path, Shape.OwnRecord).WithBody(
                    JsonType,
                    JsonValue.Object(("data", data)).ToString()
                ),
                options,
                cancellationToken
            );

        /// <summary>Changes members by a JSON Merge Patch (RFC 7396): null removes a member.</summary>
        public Task<MetadataRecord> MergeAsync(
            JsonValue patch,
            WriteOptions? options = null,
            CancellationToken cancellationToken = default
        ) =>
            WriteAsync(
                new ServiceRequest("PATCH", Path, Shape.OwnRecord).WithBody(MergePatchType, patch.ToString()),
                options,
                cancellationToken
            );

        /// <summary>Changes the metadata by operations, all of them or none.</summary>
        public Task<MetadataRecord> PatchAsync(
            IEnumerable<PatchOperation> operations,
            WriteOptions? options = null,
            CancellationToken cancellationToken = default
        ) =>
            WriteAsync(
                new ServiceRequest("PATCH", Path, Shape.OwnRecord).WithBody(
                    PlaykeepPatchType,
                    JsonValue.Array(operations.Select(operation => operation.Json)).ToString()
                ),
                options,
                cancellationToken
            );

        /// <summary>Deletes the metadata. The history keeps it.</summary>
        public Task DeleteAsync(WriteOptions? options = null, CancellationToken cancellationToken = default) =>
            SendWriteAsync(new ServiceRequest("DELETE", Path, Shape.Deleted), options, cancellationToken);

        /// <summary>The former states of the metadata, the newest first.</summary>
        public Task<IReadOnlyList<MetadataVersion>> HistoryAsync(CancellationToken cancellationToken = default) =>
            _context.CallAsync<IReadOnlyList<MetadataVersion>>(async () =>
            {
                var request = new ServiceRequest("GET", Path + "/history", Shape.Versions);
                var reply = await _sender.SendWithRetriesAsync(request, cancellationToken);
                return reply.Data!["versions"]!.Items.Select(version => new MetadataVersion(version)).ToList();
            });

        /// <summary>A former state of the metadata.</summary>
        public Task<MetadataVersionContent> VersionAsync(long version, CancellationToken cancellationToken = default) =>
            _context.CallAsync(async () =>
            {
                var request = new ServiceRequest("GET", $"{Path}/history/{version}", Shape.Version(version));
                var reply = await _sender.SendWithRetriesAsync(request, cancellationToken);
                return new MetadataVersionContent(reply.DataText());
            });

        /// <summary>Writes a former state again.</summary>
        public Task<MetadataRecord> RestoreAsync(
            long version,
            WriteOptions? options = null,
            CancellationToken cancellationToken = default
        ) =>
            WriteAsync(
                new ServiceRequest("POST", $"{Path}/history/{version}/restore", Shape.OwnRecord),
                options,
                cancellationToken
            );

        private Task<MetadataRecord> RecordAsync(ServiceRequest request, CancellationToken cancellationToken) =>
            _context.CallAsync(async () => (await _sender.SendWithRetriesAsync(request, cancellationToken)).Record());

        private Task<MetadataRecord> WriteAsync(
            ServiceRequest request,
            WriteOptions? options,
            CancellationToken cancellationToken
        ) =>
            _context.CallAsync(async () =>
                (await _sender.SendWithRetriesAsync(Conditional(request, options), cancellationToken)).Record()
            );

        private Task SendWriteAsync(
            ServiceRequest request,
            WriteOptions? options,
            CancellationToken cancellationToken
        ) => _context.CallAsync(() => (Task)_sender.SendWithRetriesAsync(Conditional(request, options), cancellationToken));

        private static ServiceRequest Conditional(ServiceRequest request, WriteOptions? options)
        {
            request.IsOwn = true;
            return request
                .With("If-Match", options?.IfMatch)
                .With("If-None-Match", options?.IfNoneMatch)
                .With("X-Session-Id", options?.SessionId)
                .With("Idempotency-Key", options?.IdempotencyKey ?? RandomId.Make());
        }
    }

    /// <summary>The outcome of a lookup.</summary>
    public sealed class MetadataLookup
    {
        internal MetadataLookup(string source)
        {
            var data = JsonValue.ParseEnvelope(source);
            // Of each record its own text: numbers keep their digits in values.
            Records = data["records"]!.Items.Select(record => MetadataRecord.Of(record.ToString(), null)).ToList();
            Unknown = data["unknown"]!.Items.Select(id => id.AsInt64()).ToList();
        }

        /// <summary>The records that were found.</summary>
        public IReadOnlyList<MetadataRecord> Records { get; }

        /// <summary>The numbers without a player.</summary>
        public IReadOnlyList<long> Unknown { get; }
    }
}
