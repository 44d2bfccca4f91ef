// Types of the server API. Generated from the OpenAPI document by `npx bun server-client/generate-types.ts`; not edited by hand.
export interface paths {
    "/api/server/players": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register player
         * @description Registers a player, also with `PLAYER_PROVISIONING=registered`. One who is registered already stays as they are, and the answer is the same. An erased name is registered anew, under a new sequential id.
         */
        post: operations["registerPlayer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/players/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register many players
         * @description Registers 1 to 1000 players, each by itself, and answers their results in order. n players count as n requests for the limit of the key. The answer is sent while they are registered: a caller who leaves before its end leaves the others unregistered. The request may be repeated.
         */
        post: operations["registerPlayers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/players/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look up players
         * @description Up to 100 players by their player ids or by their sequential ids, in the order asked, each once. Ids that no player has stand in `unknown`.
         */
        post: operations["lookUpPlayers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/players/{sequentialId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get player
         * @description The player with that sequential id. For a suspended player the reason is there too, if one was given; no other route but the export answers it.
         */
        get: operations["getPlayer"];
        put?: never;
        post?: never;
        /**
         * Erase player
         * @description Deletes the player for good: name, metadata with its versions, idempotency keys, the contexts of sessions. The times of sessions and the audit stay, under a sequential id that names nobody any more.
         */
        delete: operations["erasePlayer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/players/by-id/{playerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get player, by player id
         * @description The player with that sequential id. For a suspended player the reason is there too, if one was given; no other route but the export answers it.
         */
        get: operations["getPlayerById"];
        put?: never;
        post?: never;
        /**
         * Erase player, by player id
         * @description Deletes the player for good: name, metadata with its versions, idempotency keys, the contexts of sessions. The times of sessions and the audit stay, under a sequential id that names nobody any more.
         */
        delete: operations["erasePlayerById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/players/{sequentialId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export player
         * @description Everything that is stored about the player as one JSON document, which is sent while it is read. An erasure meanwhile cuts the connection, so that no part is taken for the whole. Each export leaves an entry of the audit.
         */
        get: operations["exportPlayer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/players/by-id/{playerId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export player, by player id
         * @description Everything that is stored about the player as one JSON document, which is sent while it is read. An erasure meanwhile cuts the connection, so that no part is taken for the whole. Each export leaves an entry of the audit.
         */
        get: operations["exportPlayerById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/players/{sequentialId}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend player
         * @description Suspends the player until a time, or for good. The active session ends with reason `terminated`. From the answer on every operation of the player is refused with 403 `Player suspended`. A present suspension is replaced. Servers go on reading and writing the player’s data.
         */
        post: operations["suspendPlayer"];
        /**
         * End suspension
         * @description Ends the suspension of the player. For a player who is not suspended nothing changes.
         */
        delete: operations["unsuspendPlayer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/players/by-id/{playerId}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend player, by player id
         * @description Suspends the player until a time, or for good. The active session ends with reason `terminated`. From the answer on every operation of the player is refused with 403 `Player suspended`. A present suspension is replaced. Servers go on reading and writing the player’s data.
         */
        post: operations["suspendPlayerById"];
        /**
         * End suspension, by player id
         * @description Ends the suspension of the player. For a player who is not suspended nothing changes.
         */
        delete: operations["unsuspendPlayerById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/players/{sequentialId}/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a player’s metadata
         * @description All of it, whatever `METADATA_RULES` and `METADATA_READ` hide from players.
         */
        get: operations["getPlayerMetadata"];
        put?: never;
        /**
         * Set a player’s metadata
         * @description Replaces the whole object, also the parts that `METADATA_RULES` protects from the player. The replaced state is kept.
         */
        post: operations["setPlayerMetadata"];
        /**
         * Delete a player’s metadata
         * @description Removes all metadata. The player stays, and the removed state is kept as a version.
         */
        delete: operations["deletePlayerMetadata"];
        options?: never;
        head?: never;
        /**
         * Change part of a player’s metadata
         * @description Applies a JSON Merge Patch (RFC 7396), a JSON Patch (RFC 6902), or a JSON Patch with counters, atomically. A patch that does not apply changes nothing.
         */
        patch: operations["patchPlayerMetadata"];
        trace?: never;
    };
    "/api/server/players/by-id/{playerId}/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a player’s metadata, by player id
         * @description All of it, whatever `METADATA_RULES` and `METADATA_READ` hide from players.
         */
        get: operations["getPlayerMetadataById"];
        put?: never;
        /**
         * Set a player’s metadata, by player id
         * @description Replaces the whole object, also the parts that `METADATA_RULES` protects from the player. The replaced state is kept.
         */
        post: operations["setPlayerMetadataById"];
        /**
         * Delete a player’s metadata, by player id
         * @description Removes all metadata. The player stays, and the removed state is kept as a version.
         */
        delete: operations["deletePlayerMetadataById"];
        options?: never;
        head?: never;
        /**
         * Change part of a player’s metadata, by player id
         * @description Applies a JSON Merge Patch (RFC 7396), a JSON Patch (RFC 6902), or a JSON Patch with counters, atomically. A patch that does not apply changes nothing.
         */
        patch: operations["patchPlayerMetadataById"];
        trace?: never;
    };
    "/api/server/players/{sequentialId}/metadata/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a player’s kept versions
         * @description What the metadata was before, newest first, with the writer of each: the server key, or the session with its context. Beside them the saves that dropped most of it.
         */
        get: operations["listPlayerMetadataVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/players/by-id/{playerId}/metadata/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a player’s kept versions, by player id
         * @description What the metadata was before, newest first, with the writer of each: the server key, or the session with its context. Beside them the saves that dropped most of it.
         */
        get: operations["listPlayerMetadataVersionsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/players/{sequentialId}/metadata/history/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a player’s kept version
         * @description The metadata as it was in that version.
         */
        get: operations["getPlayerMetadataVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/players/by-id/{playerId}/metadata/history/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a player’s kept version, by player id
         * @description The metadata as it was in that version.
         */
        get: operations["getPlayerMetadataVersionById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/players/{sequentialId}/metadata/history/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a player’s kept version
         * @description Makes a kept version the current metadata, as a new version of its own; what it replaces is kept. Everything comes back, or with `keepProtected` all but what the player may not write under `METADATA_RULES`.
         */
        post: operations["restorePlayerMetadataVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/players/by-id/{playerId}/metadata/history/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a player’s kept version, by player id
         * @description Makes a kept version the current metadata, as a new version of its own; what it replaces is kept. Everything comes back, or with `keepProtected` all but what the player may not write under `METADATA_RULES`.
         */
        post: operations["restorePlayerMetadataVersionById"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit entries
         * @description The entries that match every filter, newest first, in pages. A page looks at a bounded number of entries, so it may hold fewer than `limit`, even none; the list goes on while `nextCursor` is not null.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description What happened to players, oldest first. `lastEventId` is where to go on, also where nothing matched: a page looks at a bounded number of events. With `Accept: text/event-stream` the same comes as a stream of one minute, and `Last-Event-ID` stands for `after`. While `EVENTS` is unset every call is 404.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/players/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search players
         * @description The players for whom every condition holds, in the order of the sequential ids or as `sort` says. A page ends after a bounded amount of work, so it may be short, even empty: the search goes on while `nextCursor` is not null. Conditions on metadata need an index. While that is being built, the answer is 503.
         */
        post: operations["searchPlayers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the own key
         * @description The key of the request and its scopes. `SERVER_API_KEY` has the id `environment`. Of a session at the console it is the key or the person who signed in.
         */
        get: operations["getOwnKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List keys
         * @description All keys without their texts, the oldest first. There are 1000 at most.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create key
         * @description Makes a key with scopes that the caller’s own key has. It expires no later than that key: `expiryCut` tells that this is sooner than asked. The answer holds its text, this once. The operation takes no `Idempotency-Key`: after an answer that was lost, revoke the key of that name and create another one.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke key
         * @description Deletes a key. Within 10 seconds every process refuses it. A key with a scope that the caller’s own key lacks stays: 403. The key of `SERVER_API_KEY` is a setting, and not found here. With `revokeMade` the keys that it made go in the same commit, and those that these made.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List people
         * @description Everybody who has signed in at the console by OpenID Connect, the oldest first, also those whose role has gone. There are 1000 at most.
         */
        get: operations["listPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/people/{personId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke the keys of a person
         * @description Deletes the keys that a person made, and those that these made, in one commit. Within 10 seconds every process refuses them. If one has a scope that the caller lacks, all stay: 403.
         */
        delete: operations["revokeKeysOfPerson"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/statistics/online": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count players online
         * @description The number of active sessions.
         */
        get: operations["getPlayersOnline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/statistics/online/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List players online over time
         * @description The number of sessions on at each instant, at most 10000 points. An active session counts up to now.
         */
        get: operations["getOnlineSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/statistics/players": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count players and sessions by period
         * @description Active, new and returning players of each period that overlaps the dates. Periods are whole.
         */
        get: operations["getPlayerStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/statistics/stickiness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare daily players with those of a period
         * @description Active players of each week, month or year that overlaps the dates, the average of those of its days, and the ratio of both (DAU/MAU for a month). Periods are whole.
         */
        get: operations["getStickiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/statistics/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count players who came back
         * @description For each date the players who were new on it, and those of them who were active days later.
         */
        get: operations["getRetention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/statistics/cohorts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count players who came back by week or month
         * @description For each week or month that overlaps the dates the players who were new in it, and those of them who were active weeks or months later.
         */
        get: operations["getCohorts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/statistics/session-lengths": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the lengths of sessions
         * @description Percentiles by nearest rank, mean and histogram of the sessions that ended in the period.
         */
        get: operations["getSessionLengths"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/statistics/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count sessions by reason or context
         * @description Sessions by the reason of their end, `active` for those still on, or by a value of their context.
         */
        get: operations["getSessionStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/statistics/sessions/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count sessions by reason or context over time
         * @description Sessions of each day, week or month that overlaps the dates, by the reason of their end or by a value of their context. Periods are whole.
         */
        get: operations["getSessionSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/statistics/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count players by a value of their metadata
         * @description The players by the values of a declared index: numbers in ranges of equal width, strings and booleans by value. Each player counts as the index was when it was read. Strings need the scope `players:read` too. While the index is being built, the answer is 503.
         */
        get: operations["getMetadataDistribution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description All endpoints with their states, the oldest first. There are 50 at most.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create webhook
         * @description Makes an endpoint, which gets the events from now on. It needs the scope `events:read` too. The answer holds the secret, this once. Requests are signed after Standard Webhooks 1.0.0.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get webhook
         * @description An endpoint with its state, and how far it has got.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete webhook
         * @description Deletes an endpoint with its log. Requests that are under way may still arrive.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change webhook
         * @description Changes the members that are given; within 10 seconds every process goes by them. An endpoint that is enabled again goes on where it was, as far as the feed reaches back. Another URL or further types need the scope `events:read` too.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/server/webhooks/{webhookId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the keys of a webhook
         * @description Makes a new secret, and a new ed25519 key where there is one. The former ones sign too for 24 hours. The answer holds the secret, this once. It needs the scope `events:read` too.
         */
        post: operations["rotateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test webhook
         * @description Sends `webhook.test` once, also to an endpoint that is disabled, and answers how that went. It takes up to 15 seconds.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of a webhook
         * @description The log of attempts, newest first. It holds the last 1000 that failed and as many of the others; of many deliveries in one moment it has a part.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/webhooks/{webhookId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver events to a webhook
         * @description Has events sent again with the same `webhook-id`: some by their ids, a range of the feed, or all that failed since a time and were not delivered. A range goes out beside the new events, one at a time. An endpoint that is disabled gets them once it is enabled. It needs the scope `events:read` too.
         */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/metadata/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read and write the metadata of many players
         * @description Runs 1 to 1000 operations, each by itself, and answers their results in order. Operations on one player run in their order. `set` takes the object itself, `merge` a JSON Merge Patch (RFC 7396), `patch` a JSON Patch (RFC 6902) that may hold counters; `get` also needs the scope `players:read`. A bulk of n operations counts as n requests for the limit of the key. The answer is sent while the operations run: a caller who leaves before its end leaves the others undone.
         */
        post: operations["bulkMetadata"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/metadata/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check an object by the schema of metadata
         * @description Answers the rules of `METADATA_SCHEMA` that the object breaks, the first 50 of them, and stores nothing. Writes of servers are never refused for them. Without the setting the answer is 400.
         */
        post: operations["validateMetadata"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/metadata/losses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saves that may be lost
         * @description Saves that dropped more than half of the bytes of a player’s metadata, newest first, in pages. Where the text is read anyway, also those that dropped more than half of eight or more members at the top. Deletions and restores are none. A page looks at a bounded number of losses, so it may hold fewer than `limit`, even none; the list goes on while `nextCursor` is not null.
         */
        get: operations["listLosses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/metadata/losses/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count saves that may be lost by version of the game
         * @description Counts the newest losses by version of the game, at most 50 versions.
         */
        get: operations["countLosses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/metadata/losses/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore the states before losses
         * @description Brings back the states before 1 to 1000 losses, each player by itself, with an entry of the audit for each. With `dryRun` it tells what it would do. A player who saved after the loss would lose that progress, or what a server has written since, and is left out unless `overwriteNewer` is true. Sent again, it leaves out what it has restored. n losses count as n requests for the limit of the key.
         */
        post: operations["restoreLosses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/players/{sequentialId}/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the active session of a player
         * @description The session that is active, with the context of its start.
         */
        get: operations["getPlayerSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/players/by-id/{playerId}/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the active session of a player, by player id
         * @description The session that is active, with the context of its start.
         */
        get: operations["getPlayerSessionById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/players/{sequentialId}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ended sessions of a player
         * @description The history of a player, newest first, in pages, as the player sees it. With `context` a page looks at no more than 5,000 sessions.
         */
        get: operations["listPlayerSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/players/by-id/{playerId}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ended sessions of a player, by player id
         * @description The history of a player, newest first, in pages, as the player sees it. With `context` a page looks at no more than 5,000 sessions.
         */
        get: operations["listPlayerSessionsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/players/{sequentialId}/session/terminate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Terminate the active session of a player
         * @description Ends the active session with the reason `terminated`, and answers it. The device learns it from its next heartbeat. The player may start another session.
         */
        post: operations["terminateSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/players/by-id/{playerId}/session/terminate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Terminate the active session of a player, by player id
         * @description Ends the active session with the reason `terminated`, and answers it. The device learns it from its next heartbeat. The player may start another session.
         */
        post: operations["terminateSessionById"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List active sessions
         * @description The active sessions of all players, in the order of sequential ids, in pages. A cursor stands for a sequential id: sessions that start and end meanwhile shift nothing. With `context` a page looks at no more than 5,000 sessions, and waits for nothing.
         */
        get: operations["listActiveSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/sessions/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count active sessions
         * @description The number of players who are online. It is counted at the request, and shared for at most five seconds.
         */
        get: operations["countActiveSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/server/service": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the service
         * @description Version, settings in force with secrets hidden, indexes on metadata with their progress, and the checks of `/readyz`, and figures of its traffic, its database and its jobs. It speaks of the process that answers; the indexes are those of the database.
         */
        get: operations["getService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Any JSON object. It comes back as it was submitted, value for value. */
        Metadata: {
            [key: string]: unknown;
        };
        SetMetadataBody: {
            data: components["schemas"]["Metadata"];
        };
        MetadataRecord: {
            /** @description Identifier of the player: the token claim that names it, taken literally. */
            playerId: string;
            /** @description Numeric id of the player, assigned once and never reused; usable in `GET /api/game/metadata/:sequentialId`. */
            sequentialId: number;
            metadata: components["schemas"]["Metadata"];
        };
        WrittenRecord: {
            /** @description Identifier of the player: the token claim that names it, taken literally. */
            playerId: string;
            /** @description Numeric id of the player, assigned once and never reused; usable in `GET /api/game/metadata/:sequentialId`. */
            sequentialId: number;
            /** @description The metadata after the write. A key without the scope `players:read` gets no such member. */
            metadata?: components["schemas"]["Metadata"];
        };
        /**
         * @description The fixed string that confirms the deletion.
         * @constant
         */
        MetadataDeleted: "Metadata deleted";
        ServerMetadataVersions: {
            /** @description Newest first. */
            versions: {
                /** @description Names the version in the path that reads or restores it. */
                version: number;
                /** @description The entity tag that this state had. */
                etag: string;
                /** @description When it was written; null for a state from before there was a history. */
                writtenAt: string | null;
                /**
                 * @description Who wrote it: the player, or a server with a key.
                 * @enum {string}
                 */
                writtenBy: "player" | "server";
                /** @description The session that was active when it was written, if any. */
                sessionId: string | null;
                /**
                 * Format: date-time
                 * @description When it was replaced, ISO 8601 in UTC with milliseconds.
                 */
                replacedAt: string;
                /** @description UTF-8 bytes of the metadata; 0 where none was stored. */
                sizeBytes: number;
                /** @description The installation that started the session; null where the start named none. */
                installationId: string | null;
                /** @description What the start brought along; null for nothing. */
                context: {
                    [key: string]: unknown;
                } | null;
                /** @description The name of that key or person; null for the player, and for one that is not there any more. */
                keyName: string | null;
                /** @description The server key that wrote it, `environment` for that of `SERVER_API_KEY`, the `personId` of a person at the console; null for the player, and where the key is not known. */
                keyId: string | null;
            }[];
            /** @description Saves that dropped most of the metadata, newest first, at most 20. */
            losses: {
                /** @description The version that the save made. The state before it has the number below. */
                version: number;
                /**
                 * Format: date-time
                 * @description When the save was made, ISO 8601 in UTC with milliseconds.
                 */
                lostAt: string;
                /** @description UTF-8 bytes before the save. */
                bytesBefore: number;
                /** @description UTF-8 bytes after it. */
                bytesAfter: number;
                /** @description Members at the top of the object before the save. */
                membersBefore: number;
                /** @description Members at the top of the object after it. */
                membersAfter: number;
                /**
                 * @description The kind of the writer: the player, or a server with a key.
                 * @enum {string}
                 */
                writtenBy: "player" | "server";
                /** @description The server key that wrote; null for the player. */
                keyId: string | null;
                /** @description The name that the key had; null for the player. */
                keyName: string | null;
                /** @description The session in which the player saved; null for none. */
                sessionId: string | null;
                /** @description The installation that started the session; null where the start named none. */
                installationId: string | null;
                /** @description What the start brought along; null for nothing. */
                context: {
                    [key: string]: unknown;
                } | null;
                /** @description The member `version` of the context of the session; null where there is none. */
                gameVersion: string | null;
                /** @description When a state from before the loss was restored; null while none was. */
                restoredAt: string | null;
            }[];
        };
        ServerMetadataVersion: {
            /** @description Identifier of the player: the token claim that names it, taken literally. */
            playerId: string;
            /** @description Numeric id of the player, assigned once and never reused; usable in `GET /api/game/metadata/:sequentialId`. */
            sequentialId: number;
            metadata: components["schemas"]["Metadata"];
            /** @description Names the version in the path that reads or restores it. */
            version: number;
            /** @description The entity tag that this state had. */
            etag: string;
            /** @description When it was written; null for a state from before there was a history. */
            writtenAt: string | null;
            /**
             * @description Who wrote it: the player, or a server with a key.
             * @enum {string}
             */
            writtenBy: "player" | "server";
            /** @description The session that was active when it was written, if any. */
            sessionId: string | null;
            /**
             * Format: date-time
             * @description When it was replaced, ISO 8601 in UTC with milliseconds.
             */
            replacedAt: string;
            /** @description UTF-8 bytes of the metadata; 0 where none was stored. */
            sizeBytes: number;
            /** @description The installation that started the session; null where the start named none. */
            installationId: string | null;
            /** @description What the start brought along; null for nothing. */
            context: {
                [key: string]: unknown;
            } | null;
            /** @description The name of that key or person; null for the player, and for one that is not there any more. */
            keyName: string | null;
            /** @description The server key that wrote it, `environment` for that of `SERVER_API_KEY`, the `personId` of a person at the console; null for the player, and where the key is not known. */
            keyId: string | null;
        };
        /** @description Optional. */
        RestoreBody: {
            /** @description Leaves what the player may not write under `METADATA_RULES` as it is. By default everything comes back. */
            keepProtected?: boolean;
        };
        MetadataProblems: {
            /** @description In the order of the schema. */
            problems: {
                /** @description The JSON Pointer of the value, or where that is too long the one of a value around it. */
                pointer: string;
                /** @description A sentence whose subject is the value: `must be a string`. */
                message: string;
            }[];
            /** @description Are there more than these? */
            hasMore: boolean;
        };
        /** @description The error, and beside it the record as it is now. */
        Conflict: {
            /** @description The HTTP status. */
            statusCode: number;
            error: {
                /**
                 * @description One of a closed list of constants, safe to compare.
                 * @enum {string}
                 */
                message: "Unauthorized" | "Player not found" | "Invalid metadata format" | "Session already active" | "No active session found" | "Invalid request" | "Forbidden" | "Player suspended" | "Field not writable" | "Version not found" | "Key not found" | "Not found" | "Method not allowed" | "Session not current" | "Patch does not apply" | "Gone" | "Precondition failed" | "Metadata too large" | "Unsupported media type" | "Idempotency key reused" | "Too many requests" | "Service unavailable" | "Internal server error";
                /** @description More about this one case; only on errors outside the core table. */
                detail?: string;
            };
            data: components["schemas"]["MetadataRecord"];
        };
        /** @description The error, and beside it the record as it is now. */
        WriteConflict: {
            /** @description The HTTP status. */
            statusCode: number;
            error: {
                /**
                 * @description One of a closed list of constants, safe to compare.
                 * @enum {string}
                 */
                message: "Unauthorized" | "Player not found" | "Invalid metadata format" | "Session already active" | "No active session found" | "Invalid request" | "Forbidden" | "Player suspended" | "Field not writable" | "Version not found" | "Key not found" | "Not found" | "Method not allowed" | "Session not current" | "Patch does not apply" | "Gone" | "Precondition failed" | "Metadata too large" | "Unsupported media type" | "Idempotency key reused" | "Too many requests" | "Service unavailable" | "Internal server error";
                /** @description More about this one case; only on errors outside the core table. */
                detail?: string;
            };
            data: components["schemas"]["WrittenRecord"];
        };
        SessionHistory: {
            /** @description Newest first. */
            sessions: {
                /**
                 * Format: uuid
                 * @description Identifier of the session, a UUIDv7.
                 */
                sessionId: string;
                /**
                 * Format: date-time
                 * @description When the session began, ISO 8601 in UTC with milliseconds.
                 */
                startTime: string;
                /**
                 * Format: date-time
                 * @description When the session ended, ISO 8601 in UTC with milliseconds.
                 */
                endTime: string;
                /** @description Length of the session in seconds, with millisecond precision. */
                duration: number;
                /**
                 * @description Why it ended; `terminated` by a server, `erased` with its player.
                 * @enum {string}
                 */
                reason: "stopped" | "expired" | "replaced" | "terminated" | "erased";
                /** @description The installation that started the session; null where the start named none. */
                installationId: string | null;
                /** @description What the start brought along; null for nothing. */
                context: {
                    [key: string]: unknown;
                } | null;
            }[];
            /** @description Where the next page begins; null on the last one. */
            nextCursor: string | null;
        };
        PlayerSession: {
            /**
             * Format: uuid
             * @description Identifier of the session, a UUIDv7.
             */
            sessionId: string;
            /** @description Identifier of the player: the token claim that names it, taken literally. */
            playerId: string;
            /** @description Numeric id of the player. */
            sequentialId: number;
            /**
             * Format: date-time
             * @description When the session began, ISO 8601 in UTC with milliseconds.
             */
            startTime: string;
            /**
             * Format: date-time
             * @description Time of the latest activity, ISO 8601 in UTC with milliseconds.
             */
            lastActivity: string;
            /** @description The installation that started the session; null where the start named none. */
            installationId: string | null;
            /** @description What the start brought along; null for nothing. */
            context: {
                [key: string]: unknown;
            } | null;
        };
        PlayerSessions: {
            /** @description In the order of sequential ids. */
            sessions: components["schemas"]["PlayerSession"][];
            /** @description Where the next page begins; null on the last one. A page may hold fewer than `limit`, even none. */
            nextCursor: string | null;
        };
        /** @description Optional, an empty object. */
        TerminateBody: Record<string, never>;
        TerminatedSession: {
            /**
             * Format: uuid
             * @description Identifier of the session, a UUIDv7.
             */
            sessionId: string;
            /** @description Identifier of the player: the token claim that names it, taken literally. */
            playerId: string;
            /** @description Numeric id of the player. */
            sequentialId: number;
            /**
             * Format: date-time
             * @description When the session began, ISO 8601 in UTC with milliseconds.
             */
            startTime: string;
            /**
             * Format: date-time
             * @description When the session ended, ISO 8601 in UTC with milliseconds.
             */
            endTime: string;
            /** @description Length of the session in seconds, with millisecond precision. */
            duration: number;
            /** @constant */
            reason: "terminated";
        };
        OnlineCount: {
            /** @description The number of active sessions, at most five seconds old. */
            online: number;
        };
        /** @description A JSON Merge Patch (RFC 7396): members to set, null for those to remove. */
        MergePatch: {
            [key: string]: unknown;
        };
        /** @description A JSON Patch (RFC 6902): operations that apply in order, all or none. */
        JsonPatch: (({
            /** @enum {string} */
            op: "add" | "replace" | "test";
            /** @description A JSON Pointer (RFC 6901). */
            path: string;
            value: unknown;
        } & {
            [key: string]: unknown;
        }) | ({
            /** @constant */
            op: "remove";
            /** @description A JSON Pointer (RFC 6901). */
            path: string;
        } & {
            [key: string]: unknown;
        }) | ({
            /** @enum {string} */
            op: "move" | "copy";
            /** @description A JSON Pointer (RFC 6901). */
            path: string;
            /** @description A JSON Pointer (RFC 6901). */
            from: string;
        } & {
            [key: string]: unknown;
        }))[];
        /** @description A JSON Patch (RFC 6902) that may also hold `increment` and `append`. Numbers have at most 1,000 digits and exponents within ±1,000. */
        PlaykeepPatch: (({
            /** @enum {string} */
            op: "add" | "replace" | "test";
            /** @description A JSON Pointer (RFC 6901). */
            path: string;
            value: unknown;
        } & {
            [key: string]: unknown;
        }) | ({
            /** @constant */
            op: "remove";
            /** @description A JSON Pointer (RFC 6901). */
            path: string;
        } & {
            [key: string]: unknown;
        }) | ({
            /** @enum {string} */
            op: "move" | "copy";
            /** @description A JSON Pointer (RFC 6901). */
            path: string;
            /** @description A JSON Pointer (RFC 6901). */
            from: string;
        } & {
            [key: string]: unknown;
        }) | {
            /** @constant */
            op: "increment";
            /** @description A JSON Pointer (RFC 6901). */
            path: string;
            /** @description The number to add, exactly. A negative number subtracts. */
            by: number;
            /** @description The smallest result that applies. */
            min?: number;
            /** @description The largest result that applies. */
            max?: number;
            /** @description The value of a missing member before the addition, 0 by default. */
            initial?: number;
        } | {
            /** @constant */
            op: "append";
            /** @description A JSON Pointer (RFC 6901). */
            path: string;
            /** @description The new last item of the array. A missing member becomes an array. */
            value: unknown;
            /** @description The most items of the array. Beyond it the oldest items, which are the first ones, are removed. */
            maxItems?: number;
        })[];
        Player: {
            /** @description Identifier of the player: the token claim that names it, taken literally. */
            playerId: string;
            /** @description Numeric id of the player, assigned once and never reused. It names the player in paths. */
            sequentialId: number;
            /**
             * Format: date-time
             * @description Time of the registration, ISO 8601 in UTC with milliseconds.
             */
            registeredAt: string;
            /** @description Last activity of the newest session, also after it left the history; null before the first session. */
            lastSeenAt: string | null;
            /** @description Whether a session is active. */
            online: boolean;
            /** @description UTF-8 bytes of the metadata; 0 where none is stored. */
            metadataBytes: number;
            /** @description The entity tag of the metadata, for `If-Match`. */
            etag: string;
            /** @description When the suspension ends, `forever` for one without an end; null for a player who is not suspended. */
            suspendedUntil: (string | "forever") | null;
            /** @description The display name, its first characters; null for none. Absent without `PLAYER_NAME`. */
            name?: string | null;
            /** @description The values at the pointers of `PLAYER_COLUMNS`; null for none, an object or an array. A number with more than 15 digits is a string. Absent without that setting. */
            columns?: {
                [key: string]: string | number | boolean | null;
            };
        };
        RegisterPlayerBody: {
            /** @description Identifier of the player: the token claim that names it, taken literally. */
            playerId: string;
        };
        RegisterPlayersBody: {
            playerIds: string[];
        };
        RegisteredPlayers: {
            /** @description In the order of the names. */
            results: {
                /** @description Identifier of the player: the token claim that names it, taken literally. */
                playerId: string;
                /** @description The status that the registration of one player has. */
                statusCode: number;
                /** @description The player, where the registration was done. */
                data?: components["schemas"]["Player"];
                /** @description As in the answer to the single operation. */
                error?: {
                    message: string;
                    detail?: string;
                };
            }[];
        };
        /** @description Exactly one of the two lists. */
        LookUpPlayersBody: {
            playerIds: string[];
        } | {
            sequentialIds: number[];
        };
        PlayerWithReason: {
            /** @description Identifier of the player: the token claim that names it, taken literally. */
            playerId: string;
            /** @description Numeric id of the player, assigned once and never reused. It names the player in paths. */
            sequentialId: number;
            /**
             * Format: date-time
             * @description Time of the registration, ISO 8601 in UTC with milliseconds.
             */
            registeredAt: string;
            /** @description Last activity of the newest session, also after it left the history; null before the first session. */
            lastSeenAt: string | null;
            /** @description Whether a session is active. */
            online: boolean;
            /** @description UTF-8 bytes of the metadata; 0 where none is stored. */
            metadataBytes: number;
            /** @description The entity tag of the metadata, for `If-Match`. */
            etag: string;
            /** @description When the suspension ends, `forever` for one without an end; null for a player who is not suspended. */
            suspendedUntil: (string | "forever") | null;
            /** @description The display name, its first characters; null for none. Absent without `PLAYER_NAME`. */
            name?: string | null;
            /** @description The values at the pointers of `PLAYER_COLUMNS`; null for none, an object or an array. A number with more than 15 digits is a string. Absent without that setting. */
            columns?: {
                [key: string]: string | number | boolean | null;
            };
            /** @description Why the player is suspended. Absent for a player who is not, or for whom no reason was given. */
            suspensionReason?: string;
        };
        Players: {
            /** @description In the order asked, each player once. */
            players: components["schemas"]["Player"][];
            /** @description The ids of the request that no player has, erased ones among them. */
            unknown: (string | number)[];
        };
        PlayerErased: {
            /** @constant */
            erased: true;
        };
        PlayerExport: {
            player: components["schemas"]["Player"];
            /** @description The newest suspension that is stored, also one that is over; null for none. */
            suspension: {
                until: string | "forever";
                /** @description The reason that was given; null for none. */
                reason: string | null;
            } | null;
            /** @description The metadata as it was submitted, `{}` where none is stored. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Every kept version with its text, newest first. */
            versions: {
                version: number;
                etag: string;
                writtenAt: string | null;
                /** @enum {string} */
                writtenBy: "player" | "server";
                /** @description The server key that wrote it; null where none did or it is not known. */
                keyId: string | null;
                sessionId: string | null;
                /**
                 * Format: date-time
                 * @description When it was replaced, ISO 8601 in UTC with milliseconds.
                 */
                replacedAt: string;
                sizeBytes: number;
                metadata: {
                    [key: string]: unknown;
                };
            }[];
            /** @description Saves that dropped most of the metadata, newest first, at most 20. */
            losses: {
                /** @description The version that the save made. The state before it has the number below. */
                version: number;
                /**
                 * Format: date-time
                 * @description When the save was made, ISO 8601 in UTC with milliseconds.
                 */
                lostAt: string;
                /** @description UTF-8 bytes before the save. */
                bytesBefore: number;
                /** @description UTF-8 bytes after it. */
                bytesAfter: number;
                /** @description Members at the top of the object before the save. */
                membersBefore: number;
                /** @description Members at the top of the object after it. */
                membersAfter: number;
                /**
                 * @description The kind of the writer: the player, or a server with a key.
                 * @enum {string}
                 */
                writtenBy: "player" | "server";
                /** @description The server key that wrote; null for the player. */
                keyId: string | null;
                /** @description The name that the key had; null for the player. */
                keyName: string | null;
                /** @description The session in which the player saved; null for none. */
                sessionId: string | null;
                /** @description The installation that started the session; null where the start named none. */
                installationId: string | null;
                /** @description What the start brought along; null for nothing. */
                context: {
                    [key: string]: unknown;
                } | null;
                /** @description The member `version` of the context of the session; null where there is none. */
                gameVersion: string | null;
                /** @description When a state from before the loss was restored; null while none was. */
                restoredAt: string | null;
            }[];
            activeSession: {
                /**
                 * Format: uuid
                 * @description Identifier of the session, a UUIDv7.
                 */
                sessionId: string;
                /**
                 * Format: date-time
                 * @description When the session began, ISO 8601 in UTC with milliseconds.
                 */
                startTime: string;
                /**
                 * Format: date-time
                 * @description Time of the latest activity, ISO 8601 in UTC with milliseconds.
                 */
                lastActivity: string;
                /** @description The installation that started the session; null where the start named none. */
                installationId: string | null;
                /** @description What the start brought along; null for nothing. */
                context: {
                    [key: string]: unknown;
                } | null;
            } | null;
            /** @description All ended sessions of the history, newest first. */
            sessions: {
                /**
                 * Format: uuid
                 * @description Identifier of the session, a UUIDv7.
                 */
                sessionId: string;
                /**
                 * Format: date-time
                 * @description When the session began, ISO 8601 in UTC with milliseconds.
                 */
                startTime: string;
                /**
                 * Format: date-time
                 * @description When the session ended, ISO 8601 in UTC with milliseconds.
                 */
                endTime: string;
                duration: number;
                /** @enum {string} */
                reason: "stopped" | "expired" | "replaced" | "terminated" | "erased";
                /** @description The installation that started the session; null where the start named none. */
                installationId: string | null;
                /** @description What the start brought along; null for nothing. */
                context: {
                    [key: string]: unknown;
                } | null;
            }[];
            /** @description The events of the player that the feed keeps, oldest first; earlier suspensions with their reasons among them. */
            events: components["schemas"]["Event"][];
            /** @description Attempts to send these events that are in the log of an endpoint, newest first for each endpoint. */
            deliveries: {
                /**
                 * Format: uuid
                 * @description Names the attempt, a UUIDv7.
                 */
                deliveryId: string;
                /** @description The event; null for a test. */
                eventId: string | null;
                /**
                 * Format: date-time
                 * @description Time at which the attempt was logged, ISO 8601 in UTC with milliseconds.
                 */
                at: string;
                /** @description From 1 upward, for each event. */
                attempt: number;
                /** @description The status of the answer; null where none came in time. */
                status: number | null;
                /** @description Why it is no delivery, for people; null for a delivery. */
                error: string | null;
                /** @description The time that it took. */
                milliseconds: number;
                /** @description The first 16 KiB of the answer, of a delivery the first KiB; null for none, for an event of a player who was erased, and to keys without `events:read`, but for a test. It is the text of a stranger: show it as text alone. */
                answer: string | null;
                /** @description The endpoint. */
                webhookId: string;
            }[];
            /** @description All entries of the audit about the player, newest first. */
            audit: {
                /** Format: uuid */
                auditId: string;
                /**
                 * Format: date-time
                 * @description Time of the change, ISO 8601 in UTC with milliseconds.
                 */
                at: string;
                keyId: string | null;
                keyName: string;
                action: string;
                sequentialId: number;
                detail: {
                    [key: string]: unknown;
                } | null;
                requestId: string | null;
            }[];
        };
        /** @description Optional. */
        SuspendPlayerBody: {
            /** @description End of the suspension, in the future, in ISO 8601: a date, or a date and a time with `Z` or an offset. Unless given, the suspension has no end. */
            until?: string;
            /** @description For the studio alone: keys with `players:read` read it. The player is not told, and the audit does not hold it. */
            reason?: string;
        };
        /** @description Each condition that is given has to hold. Without one the search lists all players. */
        SearchPlayersBody: {
            /** @description The player of this player id alone. */
            playerId?: string;
            /** @description The first characters of the player id, exactly. */
            playerIdPrefix?: string;
            /** @description A part of the display name, whatever its case and accents: `ira` finds `Mira`, `jose` finds `José`. It needs `PLAYER_NAME`. */
            name?: string;
            /** @description The time of the registration: at or after `from`, before `to`. */
            registered?: {
                /** @description ISO 8601: a date, or a date and a time with `Z` or an offset. */
                from?: string;
                /** @description ISO 8601: a date, or a date and a time with `Z` or an offset. */
                to?: string;
            };
            /** @description The last activity. A player who is online counts as seen now: at or after `from`, before `to`. */
            lastSeen?: {
                /** @description ISO 8601: a date, or a date and a time with `Z` or an offset. */
                from?: string;
                /** @description ISO 8601: a date, or a date and a time with `Z` or an offset. */
                to?: string;
            };
            /** @description Whether a session is active. */
            online?: boolean;
            suspended?: boolean;
            /** @description Conditions on values of the metadata, any number of them on one pointer. */
            metadata?: ({
                /** @description A JSON Pointer (RFC 6901) that `METADATA_INDEXES` declares. */
                pointer: string;
                /** @enum {string} */
                op: "eq" | "lt" | "lte" | "gt" | "gte";
                /** @description Of the type of the index. */
                value: number | string | boolean;
            } | {
                /** @description A JSON Pointer (RFC 6901) that `METADATA_INDEXES` declares. */
                pointer: string;
                /** @constant */
                op: "exists";
            })[];
            /** @description Another order: `registered` the newest registrations first, `lastSeen` those who play, then the last seen, or the pointer of an index, the highest values first and no player without a value. */
            sort?: string;
            /** @description Players in a page, 50 by default. */
            limit?: number;
            /** @description `nextCursor` of the page before. */
            cursor?: string;
        };
        PlayerPage: {
            /** @description In the order of the sequential ids, or as `sort` says. */
            players: components["schemas"]["Player"][];
            /** @description Where the search goes on; null once it has looked at everything. A page may be short, even empty. */
            nextCursor: string | null;
        };
        ServerIdentity: {
            /** @description A UUIDv7; `environment` for the key of `SERVER_API_KEY`; `person-…` for a person at the console. */
            keyId: string;
            /** @description The name that the key was given. Several may have the same. */
            name: string;
            scopes: ("players:read" | "players:write" | "sessions:read" | "sessions:write" | "statistics:read" | "audit:read" | "events:read" | "keys:write" | "service:read" | "webhooks:write")[];
            /** @description The person who signed in at the console by OpenID Connect; absent for a key. */
            person?: {
                /** @description The subject (`sub`) that the identity provider gives the person. */
                subject: string;
                /** @description The mail that the identity provider has verified; null for none. */
                mail: string | null;
            };
            /**
             * @description The service has a schema of metadata (`METADATA_SCHEMA`) to check objects by; absent without one.
             * @constant
             */
            checksMetadata?: true;
            /**
             * @description The service tells events (`EVENTS`), so there may be webhooks; absent without.
             * @constant
             */
            tellsEvents?: true;
        };
        ServerKey: {
            /**
             * Format: uuid
             * @description Names the key in the path that revokes it, a UUIDv7.
             */
            keyId: string;
            /** @description The name that the key was given. Several may have the same. */
            name: string;
            scopes: ("players:read" | "players:write" | "sessions:read" | "sessions:write" | "statistics:read" | "audit:read" | "events:read" | "keys:write" | "service:read" | "webhooks:write")[];
            /**
             * Format: date-time
             * @description Time of the creation, ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            /** @description Time from which the key is refused; null for never. */
            expiresAt: string | null;
            /** @description Time of the last use, which may lag a minute; null before the first. */
            lastUsedAt: string | null;
            /** @description The `keyId` of the key that made it, `environment` for that of `SERVER_API_KEY`, or the `personId` of a person at the console; null for the command line, and where it is not known. When that key is revoked alone, the key that made that one takes its place. */
            madeBy: string | null;
        };
        ServerKeyList: {
            /** @description Oldest first. */
            keys: components["schemas"]["ServerKey"][];
        };
        CreateServerKeyBody: {
            /** @description The name that the key was given. Several may have the same. */
            name: string;
            /** @description Each at most once. */
            scopes: ("players:read" | "players:write" | "sessions:read" | "sessions:write" | "statistics:read" | "audit:read" | "events:read" | "keys:write" | "service:read" | "webhooks:write")[];
            /** @description Unless given, the key does not expire before the key that makes it. A person at the console has to give it. */
            expiresInSeconds?: number;
        };
        CreatedServerKey: {
            /**
             * Format: uuid
             * @description Names the key in the path that revokes it, a UUIDv7.
             */
            keyId: string;
            /** @description The name that the key was given. Several may have the same. */
            name: string;
            scopes: ("players:read" | "players:write" | "sessions:read" | "sessions:write" | "statistics:read" | "audit:read" | "events:read" | "keys:write" | "service:read" | "webhooks:write")[];
            /**
             * Format: date-time
             * @description Time of the creation, ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            /** @description Time from which the key is refused; null for never. */
            expiresAt: string | null;
            /** @description Time of the last use, which may lag a minute; null before the first. */
            lastUsedAt: string | null;
            /** @description The `keyId` of the key that made it, `environment` for that of `SERVER_API_KEY`, or the `personId` of a person at the console; null for the command line, and where it is not known. When that key is revoked alone, the key that made that one takes its place. */
            madeBy: string | null;
            /** @description Whether the key expires sooner than asked: with the key that made it, at `expiresAt`. */
            expiryCut: boolean;
            /** @description The text of the key, which is shown this once. */
            key: string;
        };
        ServerKeyRevoked: {
            /** @constant */
            revoked: true;
            /** @description The `keyId`s of the keys that it made and that were revoked with it; only with `revokeMade`. */
            revokedMade?: string[];
        };
        PersonList: {
            /** @description Oldest first. */
            people: {
                /** @description Names the person in the audit and as the maker of keys: `person-` and 32 digits. */
                personId: string;
                /** @description The identity provider. */
                issuer: string;
                /** @description The subject (`sub`) that the identity provider gives the person. */
                subject: string;
                /** @description The mail that the identity provider has verified; null for none. */
                mail: string | null;
                /** @description What the roles of the person allow; none since the role has gone. */
                scopes: ("players:read" | "players:write" | "sessions:read" | "sessions:write" | "statistics:read" | "audit:read" | "events:read" | "keys:write" | "service:read" | "webhooks:write")[];
                /**
                 * Format: date-time
                 * @description Time of the first sign-in, ISO 8601 in UTC with milliseconds.
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description Time at which the identity provider named a role last, ISO 8601 in UTC with milliseconds.
                 */
                confirmedAt: string;
                /** @description Time at which the identity provider named no role any more; null while there is one. */
                roleGoneAt: string | null;
            }[];
        };
        KeysOfPersonRevoked: {
            /** @description The `keyId`s of the keys that are revoked now. */
            revoked: string[];
        };
        BulkBody: {
            operations: ({
                /** @description Either this or the other id names the player. */
                sequentialId?: number;
                /** @description Either this or the other id names the player. */
                playerId?: string;
                /** @constant */
                op: "get";
                /** @description Entity tags as in the header `If-Match`: another state of the metadata is 412. */
                ifMatch?: string;
            } | {
                /** @description Either this or the other id names the player. */
                sequentialId?: number;
                /** @description Either this or the other id names the player. */
                playerId?: string;
                /** @constant */
                op: "delete";
                /** @description Entity tags as in the header `If-Match`: another state of the metadata is 412. */
                ifMatch?: string;
                /** @description As the header `Idempotency-Key`: a repetition has no further effect. */
                idempotencyKey?: string;
            } | {
                /** @description Either this or the other id names the player. */
                sequentialId?: number;
                /** @description Either this or the other id names the player. */
                playerId?: string;
                /** @constant */
                op: "set";
                data: components["schemas"]["Metadata"];
                /** @description Entity tags as in the header `If-Match`: another state of the metadata is 412. */
                ifMatch?: string;
                /** @description As the header `Idempotency-Key`: a repetition has no further effect. */
                idempotencyKey?: string;
            } | {
                /** @description Either this or the other id names the player. */
                sequentialId?: number;
                /** @description Either this or the other id names the player. */
                playerId?: string;
                /** @constant */
                op: "merge";
                /** @description A JSON Merge Patch (RFC 7396). */
                data: {
                    [key: string]: unknown;
                };
                /** @description Entity tags as in the header `If-Match`: another state of the metadata is 412. */
                ifMatch?: string;
                /** @description As the header `Idempotency-Key`: a repetition has no further effect. */
                idempotencyKey?: string;
            } | {
                /** @description Either this or the other id names the player. */
                sequentialId?: number;
                /** @description Either this or the other id names the player. */
                playerId?: string;
                /** @constant */
                op: "patch";
                /** @description A JSON Patch (RFC 6902) that may also hold `increment` and `append`. */
                data: ({
                    op: string;
                    path: string;
                } & {
                    [key: string]: unknown;
                })[];
                /** @description Entity tags as in the header `If-Match`: another state of the metadata is 412. */
                ifMatch?: string;
                /** @description As the header `Idempotency-Key`: a repetition has no further effect. */
                idempotencyKey?: string;
            })[];
        };
        BulkResults: {
            /** @description In the order of the operations. */
            results: {
                /** @description Where the operation named the player by it. */
                playerId?: string;
                /** @description Missing for a player id that no player has. */
                sequentialId?: number;
                /** @description The status that the single operation has. */
                statusCode: number;
                /** @description The record after the operation; beside a 412 the record as it is. Without the scope `players:read` it has no `metadata`. */
                data?: components["schemas"]["WrittenRecord"] | "Metadata deleted";
                /** @description As in the answer to the single operation. */
                error?: {
                    message: string;
                    detail?: string;
                };
                /** @description The entity tag of the state after the operation. */
                etag?: string;
            }[];
        };
        LossPage: {
            /** @description Newest first. A page may hold fewer than `limit`, even none. */
            losses: {
                /** @description Identifier of the player: the token claim that names it, taken literally. */
                playerId: string;
                /** @description Numeric id of the player. */
                sequentialId: number;
                /** @description The version that the save made. The state before it has the number below. */
                version: number;
                /**
                 * Format: date-time
                 * @description When the save was made, ISO 8601 in UTC with milliseconds.
                 */
                lostAt: string;
                /** @description UTF-8 bytes before the save. */
                bytesBefore: number;
                /** @description UTF-8 bytes after it. */
                bytesAfter: number;
                /** @description Members at the top of the object before the save. */
                membersBefore: number;
                /** @description Members at the top of the object after it. */
                membersAfter: number;
                /**
                 * @description The kind of the writer: the player, or a server with a key.
                 * @enum {string}
                 */
                writtenBy: "player" | "server";
                /** @description The server key that wrote; null for the player. */
                keyId: string | null;
                /** @description The name that the key had; null for the player. */
                keyName: string | null;
                /** @description The session in which the player saved; null for none. */
                sessionId: string | null;
                /** @description The installation that started the session; null where the start named none. */
                installationId: string | null;
                /** @description What the start brought along; null for nothing. */
                context: {
                    [key: string]: unknown;
                } | null;
                /** @description The member `version` of the context of the session; null where there is none. */
                gameVersion: string | null;
                /** @description When a state from before the loss was restored; null while none was. */
                restoredAt: string | null;
            }[];
            /** @description Where the next page begins; null on the last one. */
            nextCursor: string | null;
        };
        LossVersions: {
            /** @description The versions with most losses first. */
            versions: {
                /** @description The member `version` of the context of the session; null where there is none. */
                gameVersion: string | null;
                /** @description The losses of saves by this version of the game. */
                losses: number;
                /** @description Those of which no earlier state was restored. */
                open: number;
                /**
                 * Format: date-time
                 * @description When the newest of them was made, ISO 8601 in UTC with milliseconds.
                 */
                lastLostAt: string;
            }[];
        };
        RestoreLossesBody: {
            /** @description Of several losses of one player the largest state before one of them is restored. */
            losses: {
                /** @description Either this or the other id names the player. */
                sequentialId?: number;
                /** @description Either this or the other id names the player. */
                playerId?: string;
                /** @description The version of the loss. */
                version: number;
            }[];
            /** @description Tells what would be restored, and changes nothing. */
            dryRun?: boolean;
            /** @description Also restores where the metadata was written since. The replaced state is kept as a version. */
            overwriteNewer?: boolean;
            /** @description Leaves what the player may not write under `METADATA_RULES` as it is. */
            keepProtected?: boolean;
        };
        RestoredLosses: {
            /** @description One for each player, in the order of the losses. */
            results: {
                /** @description Missing for a number that no player has. */
                playerId?: string;
                /** @description Missing for a player id that no player has. */
                sequentialId?: number;
                /**
                 * @description `restorable`: a dry run would restore. `writtenSince`: nothing is restored, since the metadata was written after the loss. `alreadyRestored`: a state from before the losses was restored. `notKept`: the state is not kept any more. `notFound`: no such player or loss. `failed`: see `error`.
                 * @enum {string}
                 */
                outcome: "restorable" | "restored" | "writtenSince" | "alreadyRestored" | "notKept" | "notFound" | "failed";
                /** @description The kept version that is or would be restored; null for none. */
                version: number | null;
                /** @description Its size. */
                versionBytes: number | null;
                /** @description The size of the metadata that it replaces. */
                currentBytes: number | null;
                /** @description The writes after the newest of the losses, and those of servers after `version`. */
                writesSince: number | null;
                /** @description Does the player play now? The game may save over the restored state. */
                online: boolean | null;
                /** @description The entity tag after the restore, or as it is; null for no player. */
                etag: string | null;
                error?: {
                    message: string;
                    detail?: string;
                };
            }[];
        };
        AuditPage: {
            /** @description Newest first. A page may hold fewer than `limit`, even none. */
            entries: {
                /**
                 * Format: uuid
                 * @description Identifier of the entry, a UUIDv7.
                 */
                auditId: string;
                /**
                 * Format: date-time
                 * @description Time of the change, ISO 8601 in UTC with milliseconds.
                 */
                at: string;
                /** @description The server key that made it, `environment` for that of `SERVER_API_KEY`, or the `personId` of a person at the console; null for the command line. */
                keyId: string | null;
                /** @description The name of that key; the mail or the subject of a person; `command line` for the command line. */
                keyName: string;
                /**
                 * @description The kind of the change.
                 * @enum {string}
                 */
                action: "player.register" | "player.erase" | "player.export" | "player.suspend" | "player.unsuspend" | "player.import" | "metadata.set" | "metadata.patch" | "metadata.delete" | "metadata.restore" | "session.terminate" | "key.create" | "key.revoke" | "webhook.create" | "webhook.update" | "webhook.rotate" | "webhook.delete" | "webhook.redeliver" | "import" | "restored";
                /** @description The player; null for an entry about no player. */
                sequentialId: number | null;
                /** @description Facts about the change, different for each action. For a person at the console it has `person` with `subject` and `mail`, which is null unless the identity provider has verified it. */
                detail: {
                    [key: string]: unknown;
                } | null;
                /** @description `X-Request-Id` of the request; null for the command line. */
                requestId: string | null;
            }[];
            /** @description Where the next page begins; null on the last one. */
            nextCursor: string | null;
        };
        Event: {
            /** @description The place of the event in the feed, a unique text. */
            eventId: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "player.registered" | "player.erased" | "player.suspended" | "player.unsuspended" | "session.started" | "session.ended" | "metadata.changed" | "metadata.lost";
            /**
             * Format: date-time
             * @description Time of the change, ISO 8601 in UTC with milliseconds.
             */
            at: string;
            /** @description The player. */
            sequentialId: number;
            /** @description Facts about it, different for each type: see docs/events.md. */
            data: {
                [key: string]: unknown;
            };
        };
        EventPage: {
            /** @description Oldest first. */
            events: components["schemas"]["Event"][];
            /** @description Where to go on, also where nothing matched; null only where there never was an event. */
            lastEventId: string | null;
        };
        EventsGone: {
            /** @description The HTTP status. */
            statusCode: number;
            error: {
                /**
                 * @description One of a closed list of constants, safe to compare.
                 * @enum {string}
                 */
                message: "Unauthorized" | "Player not found" | "Invalid metadata format" | "Session already active" | "No active session found" | "Invalid request" | "Forbidden" | "Player suspended" | "Field not writable" | "Version not found" | "Key not found" | "Not found" | "Method not allowed" | "Session not current" | "Patch does not apply" | "Gone" | "Precondition failed" | "Metadata too large" | "Unsupported media type" | "Idempotency key reused" | "Too many requests" | "Service unavailable" | "Internal server error";
                /** @description More about this one case; only on errors outside the core table. */
                detail?: string;
            };
            data: {
                /** @description The oldest event that is kept. */
                oldestEventId: string;
            };
        };
        ServiceState: {
            version: string;
            /** @description All settings of the process that answers. */
            settings: {
                /** @description The name of the environment variable. */
                name: string;
                /** @description As `playkeep config` prints it: `(hidden)` for a secret, null where there is none. */
                value: string | null;
                /** @description Has the environment left it to its default? */
                isDefault: boolean;
                /** @description A sentence in Markdown about the setting, as in docs/settings.md. */
                meaning: string;
            }[];
            /** @description The indexes on metadata, oldest first; null while the database does not answer. */
            indexes: {
                /** @description A JSON Pointer into metadata. */
                pointer: string;
                /** @enum {string} */
                type: "number" | "string" | "boolean";
                /**
                 * @description A search can use an index that is whole: it has the values of all players.
                 * @enum {string}
                 */
                state: "building" | "whole";
                /** @description How much of the stored metadata the build has passed. */
                progress: number;
                /**
                 * Format: date-time
                 * @description Time of the first declaration, ISO 8601 in UTC with milliseconds.
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description Time of the last declaration by a process, ISO 8601 in UTC with milliseconds.
                 */
                declaredAt: string;
            }[] | null;
            /** @description What lists show of a player; null for nothing, and while the database does not answer. */
            labels: {
                /** @description The pointer of `PLAYER_NAME`; null for none. */
                name: string | null;
                /** @description The pointers of `PLAYER_COLUMNS`. */
                columns: string[];
                /**
                 * @description A search for a part of a name needs those of all players.
                 * @enum {string}
                 */
                state: "building" | "whole";
                /** @description How much of the stored metadata the build has passed. */
                progress: number;
            } | null;
            /** @description Those of `/readyz`, in their order. */
            checks: {
                /** @enum {string} */
                name: "running" | "database" | "writes" | "key set";
                ok: boolean;
                /** @description A sentence; null for a check that passed. */
                problem: string | null;
            }[];
            /** @description Figures of the process that answers. */
            process: {
                /**
                 * Format: date-time
                 * @description Time at which the process began, ISO 8601 in UTC with milliseconds.
                 */
                startedAt: string;
                /** @description The last requests to the API. */
                recent: {
                    /** @description How far these figures look back: a minute, and less after a start. */
                    seconds: number;
                    /** @description Requests of players and servers, in each second. */
                    requestsPerSecond: number;
                    /** @description Those answered 429 or 503, in each second. */
                    refusedPerSecond: number;
                    /** @description Those answered 500, in each second. */
                    failedPerSecond: number;
                    /** @description The time within which 99 of 100 requests of players were answered, estimated from ranges; null without a request. Answers of 5xx are left out, and 10 stands for all that is longer. */
                    p99Seconds: number | null;
                };
                /** @description All requests to the API since the start of the process. */
                requests: {
                    /** @description Requests of players and servers since the start of the process. */
                    answered: number;
                    /** @description Those answered 429 or 503. */
                    refused: number;
                    /** @description Those answered 500. */
                    failed: number;
                };
                /** @description Admission control. */
                storeCalls: {
                    /** @description Calls that wait for the database or are with it. */
                    now: number;
                    /** @description Calls past which requests are answered 503. */
                    limit: number;
                    /** @description Past a second requests are answered 503. */
                    longestWaitSeconds: number;
                };
                /** @description The connections to PostgreSQL; null on SQLite. */
                pool: {
                    /** @description Statements under way at PostgreSQL. */
                    statements: number;
                    /** @description Connections that the process may open, `DATABASE_POOL_SIZE`. */
                    size: number;
                } | null;
                /** @description The disk of SQLite; null on PostgreSQL, and where the system does not tell. */
                disk: {
                    /** @description Bytes left on the file system of the database file. */
                    freeBytes: number;
                    /** @description Bytes of that file system. */
                    sizeBytes: number;
                    /** @description Bytes of the database file and of its log. */
                    databaseBytes: number;
                } | null;
                /** @description Active sessions in the database, as of the last run of `expire-sessions`. */
                activeSessions: number;
                /** @description Resident memory. */
                memoryBytes: number;
                /** @description User and system time since the start of the process. */
                cpuSeconds: number;
                /** @description Null on systems other than Linux. */
                openFiles: {
                    /** @description File descriptors that are open. */
                    now: number;
                    /** @description Those that may be open. */
                    limit: number;
                } | null;
                /** @description Lines of the log that nobody read in time. */
                logLinesDropped: number;
                /** @description The background jobs. */
                jobs: {
                    /** @description The name of the job, as in the log. */
                    name: string;
                    lastSuccessAt: string | null;
                    /**
                     * Format: date-time
                     * @description One interval after the last successful run, or after the start, ISO 8601 in UTC with milliseconds.
                     */
                    dueAt: string;
                    /** @description Failed runs since the start of the process. */
                    failures: number;
                    /** @description Failed runs since the last successful one. */
                    consecutiveFailures: number;
                }[];
            };
        };
        PlayersOnline: {
            /** @description Active sessions. */
            online: number;
            /**
             * Format: date-time
             * @description The moment as of which the numbers are exact, at most 60 seconds ago, ISO 8601 in UTC with milliseconds.
             */
            asOf: string;
        };
        OnlineSeries: {
            points: {
                /**
                 * Format: date-time
                 * @description The instant, ISO 8601 in UTC with milliseconds.
                 */
                at: string;
                /** @description Sessions that had started by then and ended later. */
                online: number;
            }[];
            /**
             * Format: date-time
             * @description The moment as of which the numbers are exact, at most 60 seconds ago, ISO 8601 in UTC with milliseconds.
             */
            asOf: string;
        };
        PlayerStatistics: {
            /** @description Whole periods, oldest first. */
            rows: {
                /** @description The first date of the period. */
                start: string;
                /** @description Players with a session that overlaps the period. */
                active: number;
                /** @description Players whose first session started in the period. */
                new: number;
                /** @description Active players who are not new. */
                returning: number;
                /** @description Sessions that started in the period. */
                sessions: number;
                /** @description Time of play within the period. */
                playSeconds: number;
            }[];
            /**
             * Format: date-time
             * @description The moment as of which the numbers are exact, at most 60 seconds ago, ISO 8601 in UTC with milliseconds.
             */
            asOf: string;
        };
        Stickiness: {
            /** @description Whole periods, oldest first. */
            rows: {
                /** @description The first date of the period. */
                start: string;
                /** @description Days of the period that have begun. */
                days: number;
                /** @description Players with a session that overlaps the period. */
                active: number;
                /** @description Active players of a day, on the average of these days. */
                averageDaily: number;
                /** @description The average divided by the active players; null without any. */
                stickiness: number | null;
            }[];
            /**
             * Format: date-time
             * @description The moment as of which the numbers are exact, at most 60 seconds ago, ISO 8601 in UTC with milliseconds.
             */
            asOf: string;
        };
        Retention: {
            /** @description Oldest first. */
            cohorts: {
                date: string;
                /** @description Players who are new on the date. */
                size: number;
                /** @description Those who were active so many days later; null where that day is not over. */
                returned: {
                    [key: string]: number | null;
                };
            }[];
            /**
             * Format: date-time
             * @description The moment as of which the numbers are exact, at most 60 seconds ago, ISO 8601 in UTC with milliseconds.
             */
            asOf: string;
        };
        Cohorts: {
            /** @description Whole periods, oldest first. */
            cohorts: {
                /** @description The first date of the period. */
                start: string;
                /** @description Players who are new in the period. */
                size: number;
                /** @description Those who were active so many periods later; null where that period is not over. */
                returned: {
                    [key: string]: number | null;
                };
            }[];
            /**
             * Format: date-time
             * @description The moment as of which the numbers are exact, at most 60 seconds ago, ISO 8601 in UTC with milliseconds.
             */
            asOf: string;
        };
        SessionLengths: {
            /** @description Sessions that ended in the period. */
            count: number;
            /** @description Seconds, within 1 %; null without a session. So are `p90` and `p99`. */
            p50: number | null;
            p90: number | null;
            p99: number | null;
            /** @description Seconds; null without a session. */
            mean: number | null;
            /** @description Those that are not empty, shortest first. */
            buckets: {
                /** @description The longest length of the bucket. */
                toSeconds: number;
                /** @description Sessions up to this length, and longer than the bucket before. */
                count: number;
            }[];
            /**
             * Format: date-time
             * @description The moment as of which the numbers are exact, at most 60 seconds ago, ISO 8601 in UTC with milliseconds.
             */
            asOf: string;
        };
        SessionStatistics: {
            /** @description Most sessions first. */
            rows: {
                /** @description The value as it stands; `other` for values past the bound of a day. */
                value: string | number | boolean | null;
                /** @description Sessions that started in the period. */
                sessions: number;
                /** @description Time of play within the period. */
                playSeconds: number;
            }[];
            /**
             * Format: date-time
             * @description The moment as of which the numbers are exact, at most 60 seconds ago, ISO 8601 in UTC with milliseconds.
             */
            asOf: string;
        };
        SessionSeries: {
            /** @description Whole periods, oldest first, and those of one by the number of sessions. */
            rows: {
                /** @description The first date of the period. */
                start: string;
                /** @description The value as it stands; `other` for values past the bound of a day. */
                value: string | number | boolean | null;
                /** @description Sessions that started in the period. */
                sessions: number;
                /** @description Time of play within the period. */
                playSeconds: number;
            }[];
            /**
             * Format: date-time
             * @description The moment as of which the numbers are exact, at most 60 seconds ago, ISO 8601 in UTC with milliseconds.
             */
            asOf: string;
        };
        MetadataDistribution: {
            /** @description The pointer of the index. */
            pointer: string;
            /**
             * @description The type of its values.
             * @enum {string}
             */
            type: "number" | "string" | "boolean";
            /** @description Players with a value of the type. */
            players: number;
            /** @description For numbers: ranges with players, in ascending order. */
            ranges?: {
                /** @description The least number of the range. */
                from: number;
                /** @description The end of the range, which is not part of it. */
                to: number;
                players: number;
            }[];
            /** @description For strings and booleans: most players first, the rest as `other`. */
            values?: {
                value: string | boolean;
                players: number;
            }[];
            /**
             * Format: date-time
             * @description The moment at which the count began, at most 60 seconds ago, ISO 8601 in UTC with milliseconds.
             */
            asOf: string;
        };
        Webhook: {
            /**
             * Format: uuid
             * @description Names the endpoint, a UUIDv7.
             */
            webhookId: string;
            /** @description Where events are sent to: `https`, without a user, a password or a fragment, and of the public Internet. */
            url: string;
            /** @description The types of events that are sent, each at most once. Those of groups that `EVENTS` leaves out never come. */
            types: ("player.registered" | "player.erased" | "player.suspended" | "player.unsuspended" | "session.started" | "session.ended" | "metadata.changed" | "metadata.lost")[];
            /** @description Whether an event waits for the ones of its player before it. Otherwise others go past one that fails. False unless given. */
            ordered: boolean;
            /** @description Whether events are sent. While they are not, they stay in the feed. True unless given. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description Time of the creation, ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            /**
             * @description `failing` after an attempt that failed, until a delivery; `disabled` while no event is sent.
             * @enum {string}
             */
            state: "active" | "failing" | "disabled";
            /** @description The public half of its ed25519 key (`whpk_…`); null for an endpoint without one. */
            publicKey: string | null;
            /** @description Time until which the keys of before the last rotation sign too; null for none. */
            formerKeysUntil: string | null;
            /** @description Time of the first failure since the last delivery; null for none. */
            failingSince: string | null;
            /** @description Time since which it is disabled; null while it is not. */
            disabledAt: string | null;
            /** @description `failures` after five days of failure alone, of different players, `gone` after an answer 410; null where a caller disabled it. */
            disabledReason: ("failures" | "gone") | null;
            /** @description Up to which `eventId` events were taken from the feed; null before the first. */
            lastEventId: string | null;
            /** @description The last `eventId` of a range that is being sent again; null for none. */
            redeliveringTo: string | null;
            /** @description Events that failed and are tried again, or wait for one of their player. */
            pendingEvents: number;
            /** @description Events that were given up after their last attempt, and can be sent again. */
            failedEvents: number;
            /** @description Events that were not delivered before the feed, or the bound on failures, let go of them. Of those that were never read, every type counts. */
            missedEvents: number;
        };
        WebhookList: {
            /** @description Oldest first. */
            webhooks: components["schemas"]["Webhook"][];
        };
        CreatedWebhook: {
            /**
             * Format: uuid
             * @description Names the endpoint, a UUIDv7.
             */
            webhookId: string;
            /** @description Where events are sent to: `https`, without a user, a password or a fragment, and of the public Internet. */
            url: string;
            /** @description The types of events that are sent, each at most once. Those of groups that `EVENTS` leaves out never come. */
            types: ("player.registered" | "player.erased" | "player.suspended" | "player.unsuspended" | "session.started" | "session.ended" | "metadata.changed" | "metadata.lost")[];
            /** @description Whether an event waits for the ones of its player before it. Otherwise others go past one that fails. False unless given. */
            ordered: boolean;
            /** @description Whether events are sent. While they are not, they stay in the feed. True unless given. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description Time of the creation, ISO 8601 in UTC with milliseconds.
             */
            createdAt: string;
            /**
             * @description `failing` after an attempt that failed, until a delivery; `disabled` while no event is sent.
             * @enum {string}
             */
            state: "active" | "failing" | "disabled";
            /** @description The public half of its ed25519 key (`whpk_…`); null for an endpoint without one. */
            publicKey: string | null;
            /** @description Time until which the keys of before the last rotation sign too; null for none. */
            formerKeysUntil: string | null;
            /** @description Time of the first failure since the last delivery; null for none. */
            failingSince: string | null;
            /** @description Time since which it is disabled; null while it is not. */
            disabledAt: string | null;
            /** @description `failures` after five days of failure alone, of different players, `gone` after an answer 410; null where a caller disabled it. */
            disabledReason: ("failures" | "gone") | null;
            /** @description Up to which `eventId` events were taken from the feed; null before the first. */
            lastEventId: string | null;
            /** @description The last `eventId` of a range that is being sent again; null for none. */
            redeliveringTo: string | null;
            /** @description Events that failed and are tried again, or wait for one of their player. */
            pendingEvents: number;
            /** @description Events that were given up after their last attempt, and can be sent again. */
            failedEvents: number;
            /** @description Events that were not delivered before the feed, or the bound on failures, let go of them. Of those that were never read, every type counts. */
            missedEvents: number;
            /** @description The secret of HMAC, `whsec_…`, which is shown this once. */
            secret: string;
        };
        WebhookDeleted: {
            /** @constant */
            deleted: true;
        };
        CreateWebhookBody: {
            /** @description Where events are sent to: `https`, without a user, a password or a fragment, and of the public Internet. */
            url: string;
            /** @description The types of events that are sent, each at most once. Those of groups that `EVENTS` leaves out never come. */
            types: ("player.registered" | "player.erased" | "player.suspended" | "player.unsuspended" | "session.started" | "session.ended" | "metadata.changed" | "metadata.lost")[];
            /** @description Whether an event waits for the ones of its player before it. Otherwise others go past one that fails. False unless given. */
            ordered?: boolean;
            /** @description Whether events are sent. While they are not, they stay in the feed. True unless given. */
            enabled?: boolean;
            /** @description Whether an ed25519 key signs beside the secret (`v1a`), so that receivers need the public half alone. False unless given. */
            ed25519?: boolean;
        };
        UpdateWebhookBody: {
            /** @description Where events are sent to: `https`, without a user, a password or a fragment, and of the public Internet. */
            url?: string;
            /** @description The types of events that are sent, each at most once. Those of groups that `EVENTS` leaves out never come. */
            types?: ("player.registered" | "player.erased" | "player.suspended" | "player.unsuspended" | "session.started" | "session.ended" | "metadata.changed" | "metadata.lost")[];
            /** @description Whether an event waits for the ones of its player before it. Otherwise others go past one that fails. False unless given. */
            ordered?: boolean;
            /** @description Whether events are sent. While they are not, they stay in the feed. True unless given. */
            enabled?: boolean;
        };
        RotateWebhookBody: {
            /** @description Whether an ed25519 key signs from now on. Unless given, as before. */
            ed25519?: boolean;
        };
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description Names the attempt, a UUIDv7.
             */
            deliveryId: string;
            /** @description The event; null for a test. */
            eventId: string | null;
            /**
             * Format: date-time
             * @description Time at which the attempt was logged, ISO 8601 in UTC with milliseconds.
             */
            at: string;
            /** @description From 1 upward, for each event. */
            attempt: number;
            /** @description The status of the answer; null where none came in time. */
            status: number | null;
            /** @description Why it is no delivery, for people; null for a delivery. */
            error: string | null;
            /** @description The time that it took. */
            milliseconds: number;
            /** @description The first 16 KiB of the answer, of a delivery the first KiB; null for none, for an event of a player who was erased, and to keys without `events:read`, but for a test. It is the text of a stranger: show it as text alone. */
            answer: string | null;
        };
        WebhookDeliveries: {
            /** @description Newest first. */
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description Where to go on (`after`); null at the end. */
            lastDeliveryId: string | null;
        };
        RedeliverBody: {
            /** @description These events, whatever their types. */
            eventIds?: string[];
            /** @description The first event of a range. */
            from?: string;
            /** @description The last event of a range. */
            to?: string;
            /** @description Time since which events failed first that were not delivered since, ISO 8601. */
            failedSince?: string;
        };
        WebhookRedelivery: {
            /** @description How many events are sent again. For a range it is the number of its ids: other types among them are left out. */
            events: number;
        };
        Error: {
            /** @description The HTTP status. */
            statusCode: number;
            error: {
                /**
                 * @description One of a closed list of constants, safe to compare.
                 * @enum {string}
                 */
                message: "Unauthorized" | "Player not found" | "Invalid metadata format" | "Session already active" | "No active session found" | "Invalid request" | "Forbidden" | "Player suspended" | "Field not writable" | "Version not found" | "Key not found" | "Not found" | "Method not allowed" | "Session not current" | "Patch does not apply" | "Gone" | "Precondition failed" | "Metadata too large" | "Unsupported media type" | "Idempotency key reused" | "Too many requests" | "Service unavailable" | "Internal server error";
                /** @description More about this one case; only on errors outside the core table. */
                detail?: string;
            };
        };
    };
    responses: never;
    parameters: {
        /** @description Entity tags, or `*` for any stored metadata: unless one of them is the current one, 412 with the current record. */
        "If-Match": string;
        /** @description Entity tags, or `*` for any stored metadata. If one of them is the current one: 304 on GET, 412 on a write. */
        "If-None-Match": string;
        /** @description A read takes `wait=N` (RFC 7240), of 1 to 25 seconds, for servers to 5: where `If-None-Match` names the present state, it is answered when the state is another one, or with 304 after this time. `X-Installation-Id` names the reader of a player: a newer wait of an installation ends its older one. A write takes `return=minimal`: the answer has no `metadata`. */
        Prefer: string;
        /** @description A write holds only while this is the active session, and a read waits only so long; else 409 `Session not current`. */
        "X-Session-Id": string;
        /** @description Up to 255 printable characters of the caller’s choice. A request that comes again with it within 24 hours gets the first answer and changes nothing; another request with it gets 422. */
        "Idempotency-Key": string;
        /** @description Names the copy of the game on one device or browser profile. With it a write takes effect once for its `Idempotency-Key`, without a limit in time; it then needs one strong tag in `If-Match`, or `If-None-Match: *`. */
        "X-Installation-Id": string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    registerPlayer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "playerId": "ann"
                 *     }
                 */
                "application/json": components["schemas"]["RegisterPlayerBody"];
            };
        };
        responses: {
            /** @description Register player */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["Player"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    registerPlayers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "playerIds": [
                 *         "ann",
                 *         "bob"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RegisterPlayersBody"];
            };
        };
        responses: {
            /** @description Register many players */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["RegisteredPlayers"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    lookUpPlayers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "playerIds": [
                 *         "ann",
                 *         "bob"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["LookUpPlayersBody"];
            };
        };
        responses: {
            /** @description Look up players */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["Players"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPlayer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*` for any stored metadata. If one of them is the current one: 304 on GET, 412 on a write. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description A read takes `wait=N` (RFC 7240), of 1 to 25 seconds, for servers to 5: where `If-None-Match` names the present state, it is answered when the state is another one, or with 304 after this time. `X-Installation-Id` names the reader of a player: a newer wait of an installation ends its older one. A write takes `return=minimal`: the answer has no `metadata`. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description A positive integer; anything else names nobody and answers 404. */
                sequentialId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get player */
            200: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    /** @description The preference of `Prefer` that was followed. */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["PlayerWithReason"];
                    };
                };
            };
            /** @description The caller has this state. */
            304: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    erasePlayer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A positive integer; anything else names nobody and answers 404. */
                sequentialId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Erase player */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["PlayerErased"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPlayerById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*` for any stored metadata. If one of them is the current one: 304 on GET, 412 on a write. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description A read takes `wait=N` (RFC 7240), of 1 to 25 seconds, for servers to 5: where `If-None-Match` names the present state, it is answered when the state is another one, or with 304 after this time. `X-Installation-Id` names the reader of a player: a newer wait of an installation ends its older one. A write takes `return=minimal`: the answer has no `metadata`. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The player id, percent-encoded. One that no player has answers 404.
                 * @example ann
                 */
                playerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get player, by player id */
            200: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    /** @description The preference of `Prefer` that was followed. */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["PlayerWithReason"];
                    };
                };
            };
            /** @description The caller has this state. */
            304: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    erasePlayerById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The player id, percent-encoded. One that no player has answers 404.
                 * @example ann
                 */
                playerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Erase player, by player id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["PlayerErased"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportPlayer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A positive integer; anything else names nobody and answers 404. */
                sequentialId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Export player */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["PlayerExport"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportPlayerById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The player id, percent-encoded. One that no player has answers 404.
                 * @example ann
                 */
                playerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Export player, by player id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["PlayerExport"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    suspendPlayer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The player. Anything but a positive integer names nobody. */
                sequentialId: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "until": "2030-01-31T12:00:00.000Z",
                 *       "reason": "sold items for money"
                 *     }
                 */
                "application/json": components["schemas"]["SuspendPlayerBody"];
            };
        };
        responses: {
            /** @description Suspend player */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["Player"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    unsuspendPlayer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The player. Anything but a positive integer names nobody. */
                sequentialId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description End suspension */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["Player"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    suspendPlayerById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The player id, percent-encoded. One that no player has answers 404.
                 * @example ann
                 */
                playerId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "until": "2030-01-31T12:00:00.000Z",
                 *       "reason": "sold items for money"
                 *     }
                 */
                "application/json": components["schemas"]["SuspendPlayerBody"];
            };
        };
        responses: {
            /** @description Suspend player, by player id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["Player"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    unsuspendPlayerById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The player id, percent-encoded. One that no player has answers 404.
                 * @example ann
                 */
                playerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description End suspension, by player id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["Player"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPlayerMetadata: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*` for any stored metadata: unless one of them is the current one, 412 with the current record. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*` for any stored metadata. If one of them is the current one: 304 on GET, 412 on a write. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The sequential id of the player; anything else names nobody and answers 404. */
                sequentialId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a player’s metadata */
            200: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["MetadataRecord"];
                    };
                };
            };
            /** @description The caller has this state. */
            304: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Precondition failed */
            412: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conflict"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setPlayerMetadata: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*` for any stored metadata: unless one of them is the current one, 412 with the current record. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*` for any stored metadata. If one of them is the current one: 304 on GET, 412 on a write. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description A write holds only while this is the active session, and a read waits only so long; else 409 `Session not current`. */
                "X-Session-Id"?: components["parameters"]["X-Session-Id"];
                /** @description Up to 255 printable characters of the caller’s choice. A request that comes again with it within 24 hours gets the first answer and changes nothing; another request with it gets 422. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The sequential id of the player; anything else names nobody and answers 404. */
                sequentialId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "level": 3,
                 *         "settings": {
                 *           "music": 0.5
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SetMetadataBody"];
            };
        };
        responses: {
            /** @description Set a player’s metadata */
            200: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["WrittenRecord"];
                    };
                };
            };
            /** @description Invalid metadata format, or Invalid request */
            400: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Session not current */
            409: {
                headers: {
                    /** @description Why that session ended, where the service knows it. */
                    "X-Session-End"?: "expired" | "replaced" | "stopped" | "terminated";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Precondition failed */
            412: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteConflict"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Idempotency key reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deletePlayerMetadata: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*` for any stored metadata: unless one of them is the current one, 412 with the current record. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*` for any stored metadata. If one of them is the current one: 304 on GET, 412 on a write. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description A write holds only while this is the active session, and a read waits only so long; else 409 `Session not current`. */
                "X-Session-Id"?: components["parameters"]["X-Session-Id"];
                /** @description Up to 255 printable characters of the caller’s choice. A request that comes again with it within 24 hours gets the first answer and changes nothing; another request with it gets 422. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The sequential id of the player; anything else names nobody and answers 404. */
                sequentialId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a player’s metadata */
            200: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["MetadataDeleted"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Session not current */
            409: {
                headers: {
                    /** @description Why that session ended, where the service knows it. */
                    "X-Session-End"?: "expired" | "replaced" | "stopped" | "terminated";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Precondition failed */
            412: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteConflict"];
                };
            };
            /** @description Idempotency key reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patchPlayerMetadata: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*` for any stored metadata: unless one of them is the current one, 412 with the current record. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*` for any stored metadata. If one of them is the current one: 304 on GET, 412 on a write. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description A write holds only while this is the active session, and a read waits only so long; else 409 `Session not current`. */
                "X-Session-Id"?: components["parameters"]["X-Session-Id"];
                /** @description Up to 255 printable characters of the caller’s choice. A request that comes again with it within 24 hours gets the first answer and changes nothing; another request with it gets 422. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The sequential id of the player; anything else names nobody and answers 404. */
                sequentialId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "settings": {
                 *         "music": null
                 *       }
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["MergePatch"];
                /**
                 * @example [
                 *       {
                 *         "op": "test",
                 *         "path": "/level",
                 *         "value": 3
                 *       },
                 *       {
                 *         "op": "replace",
                 *         "path": "/level",
                 *         "value": 4
                 *       }
                 *     ]
                 */
                "application/json-patch+json": components["schemas"]["JsonPatch"];
                /**
                 * @example [
                 *       {
                 *         "op": "increment",
                 *         "path": "/gold",
                 *         "by": -30,
                 *         "min": 0
                 *       },
                 *       {
                 *         "op": "append",
                 *         "path": "/purchases",
                 *         "value": "sword",
                 *         "maxItems": 100
                 *       }
                 *     ]
                 */
                "application/vnd.playkeep.patch+json": components["schemas"]["PlaykeepPatch"];
            };
        };
        responses: {
            /** @description Change part of a player’s metadata */
            200: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["WrittenRecord"];
                    };
                };
            };
            /** @description Invalid metadata format, or Invalid request */
            400: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Patch does not apply, or Session not current */
            409: {
                headers: {
                    /** @description Why that session ended, where the service knows it. */
                    "X-Session-End"?: "expired" | "replaced" | "stopped" | "terminated";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Precondition failed */
            412: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteConflict"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Idempotency key reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPlayerMetadataById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*` for any stored metadata: unless one of them is the current one, 412 with the current record. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*` for any stored metadata. If one of them is the current one: 304 on GET, 412 on a write. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description The player id, percent-encoded. One that no player has answers 404.
                 * @example ann
                 */
                playerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a player’s metadata, by player id */
            200: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["MetadataRecord"];
                    };
                };
            };
            /** @description The caller has this state. */
            304: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Precondition failed */
            412: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conflict"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setPlayerMetadataById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*` for any stored metadata: unless one of them is the current one, 412 with the current record. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*` for any stored metadata. If one of them is the current one: 304 on GET, 412 on a write. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description A write holds only while this is the active session, and a read waits only so long; else 409 `Session not current`. */
                "X-Session-Id"?: components["parameters"]["X-Session-Id"];
                /** @description Up to 255 printable characters of the caller’s choice. A request that comes again with it within 24 hours gets the first answer and changes nothing; another request with it gets 422. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description The player id, percent-encoded. One that no player has answers 404.
                 * @example ann
                 */
                playerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "level": 3,
                 *         "settings": {
                 *           "music": 0.5
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SetMetadataBody"];
            };
        };
        responses: {
            /** @description Set a player’s metadata, by player id */
            200: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["WrittenRecord"];
                    };
                };
            };
            /** @description Invalid metadata format, or Invalid request */
            400: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Session not current */
            409: {
                headers: {
                    /** @description Why that session ended, where the service knows it. */
                    "X-Session-End"?: "expired" | "replaced" | "stopped" | "terminated";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Precondition failed */
            412: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteConflict"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Idempotency key reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deletePlayerMetadataById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*` for any stored metadata: unless one of them is the current one, 412 with the current record. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*` for any stored metadata. If one of them is the current one: 304 on GET, 412 on a write. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description A write holds only while this is the active session, and a read waits only so long; else 409 `Session not current`. */
                "X-Session-Id"?: components["parameters"]["X-Session-Id"];
                /** @description Up to 255 printable characters of the caller’s choice. A request that comes again with it within 24 hours gets the first answer and changes nothing; another request with it gets 422. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description The player id, percent-encoded. One that no player has answers 404.
                 * @example ann
                 */
                playerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a player’s metadata, by player id */
            200: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["MetadataDeleted"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Session not current */
            409: {
                headers: {
                    /** @description Why that session ended, where the service knows it. */
                    "X-Session-End"?: "expired" | "replaced" | "stopped" | "terminated";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Precondition failed */
            412: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteConflict"];
                };
            };
            /** @description Idempotency key reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patchPlayerMetadataById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*` for any stored metadata: unless one of them is the current one, 412 with the current record. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*` for any stored metadata. If one of them is the current one: 304 on GET, 412 on a write. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description A write holds only while this is the active session, and a read waits only so long; else 409 `Session not current`. */
                "X-Session-Id"?: components["parameters"]["X-Session-Id"];
                /** @description Up to 255 printable characters of the caller’s choice. A request that comes again with it within 24 hours gets the first answer and changes nothing; another request with it gets 422. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description The player id, percent-encoded. One that no player has answers 404.
                 * @example ann
                 */
                playerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "settings": {
                 *         "music": null
                 *       }
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["MergePatch"];
                /**
                 * @example [
                 *       {
                 *         "op": "test",
                 *         "path": "/level",
                 *         "value": 3
                 *       },
                 *       {
                 *         "op": "replace",
                 *         "path": "/level",
                 *         "value": 4
                 *       }
                 *     ]
                 */
                "application/json-patch+json": components["schemas"]["JsonPatch"];
                /**
                 * @example [
                 *       {
                 *         "op": "increment",
                 *         "path": "/gold",
                 *         "by": -30,
                 *         "min": 0
                 *       },
                 *       {
                 *         "op": "append",
                 *         "path": "/purchases",
                 *         "value": "sword",
                 *         "maxItems": 100
                 *       }
                 *     ]
                 */
                "application/vnd.playkeep.patch+json": components["schemas"]["PlaykeepPatch"];
            };
        };
        responses: {
            /** @description Change part of a player’s metadata, by player id */
            200: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["WrittenRecord"];
                    };
                };
            };
            /** @description Invalid metadata format, or Invalid request */
            400: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Patch does not apply, or Session not current */
            409: {
                headers: {
                    /** @description Why that session ended, where the service knows it. */
                    "X-Session-End"?: "expired" | "replaced" | "stopped" | "terminated";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Precondition failed */
            412: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteConflict"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Idempotency key reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPlayerMetadataVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The sequential id of the player; anything else names nobody and answers 404. */
                sequentialId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List a player’s kept versions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["ServerMetadataVersions"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPlayerMetadataVersionsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The player id, percent-encoded. One that no player has answers 404.
                 * @example ann
                 */
                playerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List a player’s kept versions, by player id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["ServerMetadataVersions"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPlayerMetadataVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The sequential id of the player; anything else names nobody and answers 404. */
                sequentialId: number;
                /** @description The number of a kept version, as the list of them has it. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a player’s kept version */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["ServerMetadataVersion"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found, or Version not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPlayerMetadataVersionById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The player id, percent-encoded. One that no player has answers 404.
                 * @example ann
                 */
                playerId: string;
                /** @description The number of a kept version, as the list of them has it. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a player’s kept version, by player id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["ServerMetadataVersion"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found, or Version not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    restorePlayerMetadataVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*` for any stored metadata: unless one of them is the current one, 412 with the current record. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*` for any stored metadata. If one of them is the current one: 304 on GET, 412 on a write. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description A write holds only while this is the active session, and a read waits only so long; else 409 `Session not current`. */
                "X-Session-Id"?: components["parameters"]["X-Session-Id"];
                /** @description Up to 255 printable characters of the caller’s choice. A request that comes again with it within 24 hours gets the first answer and changes nothing; another request with it gets 422. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The sequential id of the player; anything else names nobody and answers 404. */
                sequentialId: number;
                /** @description The number of a kept version, as the list of them has it. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "keepProtected": true
                 *     }
                 */
                "application/json": components["schemas"]["RestoreBody"];
            };
        };
        responses: {
            /** @description Restore a player’s kept version */
            200: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["WrittenRecord"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Version not found, or Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Session not current */
            409: {
                headers: {
                    /** @description Why that session ended, where the service knows it. */
                    "X-Session-End"?: "expired" | "replaced" | "stopped" | "terminated";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Precondition failed */
            412: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteConflict"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Idempotency key reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    restorePlayerMetadataVersionById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*` for any stored metadata: unless one of them is the current one, 412 with the current record. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*` for any stored metadata. If one of them is the current one: 304 on GET, 412 on a write. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description A write holds only while this is the active session, and a read waits only so long; else 409 `Session not current`. */
                "X-Session-Id"?: components["parameters"]["X-Session-Id"];
                /** @description Up to 255 printable characters of the caller’s choice. A request that comes again with it within 24 hours gets the first answer and changes nothing; another request with it gets 422. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description The player id, percent-encoded. One that no player has answers 404.
                 * @example ann
                 */
                playerId: string;
                /** @description The number of a kept version, as the list of them has it. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "keepProtected": true
                 *     }
                 */
                "application/json": components["schemas"]["RestoreBody"];
            };
        };
        responses: {
            /** @description Restore a player’s kept version, by player id */
            200: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["WrittenRecord"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Version not found, or Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Session not current */
            409: {
                headers: {
                    /** @description Why that session ended, where the service knows it. */
                    "X-Session-End"?: "expired" | "replaced" | "stopped" | "terminated";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Precondition failed */
            412: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteConflict"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Idempotency key reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description Entries about this player. */
                sequentialId?: number;
                /** @description Entries about the player who has this player id today; 404 if nobody has. Needs the scope `players:read` too. */
                playerId?: string;
                /** @description Entries of this key, or of this person. */
                keyId?: string;
                /** @description Entries of this action. */
                action?: "player.register" | "player.erase" | "player.export" | "player.suspend" | "player.unsuspend" | "player.import" | "metadata.set" | "metadata.patch" | "metadata.delete" | "metadata.restore" | "session.terminate" | "key.create" | "key.revoke" | "webhook.create" | "webhook.update" | "webhook.rotate" | "webhook.delete" | "webhook.redeliver" | "import" | "restored";
                /** @description Entries of this time and later, ISO 8601. */
                from?: string;
                /** @description Entries before this time, ISO 8601. */
                to?: string;
                /** @description The most entries of a page. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List audit entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["AuditPage"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The `lastEventId` of the page before, or an `eventId`; the oldest event that is kept without it, and `now` for those to come. */
                after?: string;
                /** @description Events of these types, with commas between them, out of player.registered, player.erased, player.suspended, player.unsuspended, session.started, session.ended, metadata.changed, metadata.lost. */
                types?: string;
                /** @description The most events of a page. */
                limit?: number;
                /** @description How long to wait where there is no event. */
                waitSeconds?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["EventPage"];
                    };
                    "text/event-stream": string;
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Gone */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventsGone"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    searchPlayers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "lastSeen": {
                 *         "from": "2026-01-01T00:00:00Z"
                 *       },
                 *       "metadata": [
                 *         {
                 *           "pointer": "/level",
                 *           "op": "gte",
                 *           "value": 10
                 *         }
                 *       ],
                 *       "limit": 20
                 *     }
                 */
                "application/json": components["schemas"]["SearchPlayersBody"];
            };
        };
        responses: {
            /** @description Search players */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["PlayerPage"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOwnKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the own key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["ServerIdentity"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List keys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["ServerKeyList"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "backend",
                 *       "scopes": [
                 *         "players:read",
                 *         "players:write"
                 *       ],
                 *       "expiresInSeconds": 7776000
                 *     }
                 */
                "application/json": components["schemas"]["CreateServerKeyBody"];
            };
        };
        responses: {
            /** @description Create key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["CreatedServerKey"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: {
                /** @description Whether the keys that it made are revoked too: `true` or `false`, the default. */
                revokeMade?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The `keyId` of the key.
                 * @example 01a00000-0000-7000-8000-00000000000a
                 */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoke key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["ServerKeyRevoked"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Key not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPeople: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List people */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["PersonList"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeKeysOfPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `personId` of the person.
                 * @example person-0123456789abcdef0123456789abcdef
                 */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoke the keys of a person */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["KeysOfPersonRevoked"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Key not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPlayersOnline: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Count players online */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["PlayersOnline"];
                    };
                    "text/csv": string;
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOnlineSeries: {
        parameters: {
            query: {
                /** @description The first instant, on a whole minute. */
                from: string;
                /** @description The end, on a whole minute, which is not among the points. */
                to: string;
                /** @description Seconds between two points, in whole minutes. */
                stepSeconds?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List players online over time */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["OnlineSeries"];
                    };
                    "text/csv": string;
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPlayerStatistics: {
        parameters: {
            query: {
                /** @description The first date, in the time zone of the statistics. */
                from: string;
                /** @description The last date. A request spans 3700 days at most. */
                to: string;
                /** @description Days, weeks from Monday, or calendar months. */
                interval?: "day" | "week" | "month";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Count players and sessions by period */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["PlayerStatistics"];
                    };
                    "text/csv": string;
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getStickiness: {
        parameters: {
            query: {
                /** @description The first date, in the time zone of the statistics. */
                from: string;
                /** @description The last date. A request spans 3700 days at most. */
                to: string;
                /** @description Weeks from Monday, calendar months, or years. */
                interval?: "week" | "month" | "year";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Compare daily players with those of a period */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["Stickiness"];
                    };
                    "text/csv": string;
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRetention: {
        parameters: {
            query: {
                /** @description The first date, in the time zone of the statistics. */
                from: string;
                /** @description The last date. A request spans 3700 days at most. */
                to: string;
                /** @description Days after the date, with commas between them. */
                days?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Count players who came back */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["Retention"];
                    };
                    "text/csv": string;
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCohorts: {
        parameters: {
            query: {
                /** @description The first date, in the time zone of the statistics. */
                from: string;
                /** @description The last date. A request spans 3700 days at most. */
                to: string;
                /** @description Weeks from Monday, or calendar months. */
                interval?: "week" | "month";
                /** @description Weeks or months after the first one, with commas between them. */
                periods?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Count players who came back by week or month */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["Cohorts"];
                    };
                    "text/csv": string;
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSessionLengths: {
        parameters: {
            query: {
                /** @description The first date, in the time zone of the statistics. */
                from: string;
                /** @description The last date. A request spans 3700 days at most. */
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the lengths of sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["SessionLengths"];
                    };
                    "text/csv": string;
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSessionStatistics: {
        parameters: {
            query: {
                /** @description The first date, in the time zone of the statistics. */
                from: string;
                /** @description The last date. A request spans 3700 days at most. */
                to: string;
                /** @description `reason`, or a JSON Pointer into the context that `STATISTICS_CONTEXT` declares. */
                by: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Count sessions by reason or context */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["SessionStatistics"];
                    };
                    "text/csv": string;
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSessionSeries: {
        parameters: {
            query: {
                /** @description The first date, in the time zone of the statistics. */
                from: string;
                /** @description The last date. A request spans 3700 days at most. */
                to: string;
                /** @description `reason`, or a JSON Pointer into the context that `STATISTICS_CONTEXT` declares. */
                by: string;
                /** @description Days, weeks from Monday, or calendar months. */
                interval?: "day" | "week" | "month";
                /** @description The number of values with rows of their own: those with the most sessions in all. The rest count as `other`. */
                values?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Count sessions by reason or context over time */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["SessionSeries"];
                    };
                    "text/csv": string;
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMetadataDistribution: {
        parameters: {
            query: {
                /** @description A JSON Pointer into the metadata that `METADATA_INDEXES` declares. */
                pointer: string;
                /** @description The type of the index, where the pointer has several; the newest one unless given. */
                type?: "number" | "string" | "boolean";
                /** @description The most ranges of numbers, or values with rows of their own. */
                rows?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Count players by a value of their metadata */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["MetadataDistribution"];
                    };
                    "text/csv": string;
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List webhooks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["WebhookList"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://backend.example/playkeep",
                 *       "types": [
                 *         "session.ended",
                 *         "metadata.lost"
                 *       ],
                 *       "ordered": true
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhookBody"];
            };
        };
        responses: {
            /** @description Create webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["CreatedWebhook"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `webhookId` of the endpoint.
                 * @example 01a00000-0000-7000-8000-00000000000c
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `webhookId` of the endpoint.
                 * @example 01a00000-0000-7000-8000-00000000000c
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["WebhookDeleted"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `webhookId` of the endpoint.
                 * @example 01a00000-0000-7000-8000-00000000000c
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhookBody"];
            };
        };
        responses: {
            /** @description Change webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `webhookId` of the endpoint.
                 * @example 01a00000-0000-7000-8000-00000000000c
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["RotateWebhookBody"];
            };
        };
        responses: {
            /** @description Rotate the keys of a webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["CreatedWebhook"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `webhookId` of the endpoint.
                 * @example 01a00000-0000-7000-8000-00000000000c
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Test webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description The `lastDeliveryId` of the page before. */
                after?: string;
                /** @description Attempts in the page. */
                limit?: number;
                /** @description Whether to list failures alone: `true` or `false`, the default. */
                failed?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The `webhookId` of the endpoint.
                 * @example 01a00000-0000-7000-8000-00000000000c
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List deliveries of a webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["WebhookDeliveries"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `webhookId` of the endpoint.
                 * @example 01a00000-0000-7000-8000-00000000000c
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "failedSince": "2026-11-23T06:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["RedeliverBody"];
            };
        };
        responses: {
            /** @description Redeliver events to a webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["WebhookRedelivery"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    bulkMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "operations": [
                 *         {
                 *           "sequentialId": 1,
                 *           "op": "get"
                 *         },
                 *         {
                 *           "sequentialId": 2,
                 *           "op": "merge",
                 *           "data": {
                 *             "vip": true
                 *           },
                 *           "idempotencyKey": "vip-2026-11"
                 *         },
                 *         {
                 *           "playerId": "ann",
                 *           "op": "patch",
                 *           "data": [
                 *             {
                 *               "op": "increment",
                 *               "path": "/gold",
                 *               "by": 100
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BulkBody"];
            };
        };
        responses: {
            /** @description Read and write the metadata of many players */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["BulkResults"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    validateMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "level": 3,
                 *         "settings": {
                 *           "music": 0.5
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SetMetadataBody"];
            };
        };
        responses: {
            /** @description Check an object by the schema of metadata */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["MetadataProblems"];
                    };
                };
            };
            /** @description Invalid request, or Invalid metadata format */
            400: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listLosses: {
        parameters: {
            query?: {
                /** @description Losses of saves by this version of the game: `version` in the context of the session. */
                gameVersion?: string;
                /** @description Losses of this kind of writer. */
                writtenBy?: "player" | "server";
                /** @description Losses of which an earlier state was restored, or those of which none was. */
                restored?: boolean;
                /** @description Losses of this time and later, ISO 8601. */
                from?: string;
                /** @description Losses before this time, ISO 8601. */
                to?: string;
                /** @description The most losses of a page. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List saves that may be lost */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["LossPage"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    countLosses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Count saves that may be lost by version of the game */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["LossVersions"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    restoreLosses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "losses": [
                 *         {
                 *           "sequentialId": 17,
                 *           "version": 43
                 *         }
                 *       ],
                 *       "dryRun": true
                 *     }
                 */
                "application/json": components["schemas"]["RestoreLossesBody"];
            };
        };
        responses: {
            /** @description Restore the states before losses */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["RestoredLosses"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPlayerSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A positive integer; anything else names nobody and answers 404. */
                sequentialId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the active session of a player */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["PlayerSession"];
                    };
                };
            };
            /** @description No active session found, or Invalid request */
            400: {
                headers: {
                    /** @description Why that session ended, where the service knows it. */
                    "X-Session-End"?: "expired" | "replaced" | "stopped" | "terminated";
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPlayerSessionById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The player id, percent-encoded. One that no player has answers 404.
                 * @example ann
                 */
                playerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the active session of a player, by player id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["PlayerSession"];
                    };
                };
            };
            /** @description No active session found, or Invalid request */
            400: {
                headers: {
                    /** @description Why that session ended, where the service knows it. */
                    "X-Session-End"?: "expired" | "replaced" | "stopped" | "terminated";
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPlayerSessions: {
        parameters: {
            query?: {
                /** @description Sessions in a page. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description A JSON object of JSON Pointers into the context and scalar values: only sessions for which all of them hold. A value is compared by its text, so `"412"` also finds the number 412. */
                context?: string;
            };
            header?: never;
            path: {
                /** @description A positive integer; anything else names nobody and answers 404. */
                sequentialId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List ended sessions of a player */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["SessionHistory"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPlayerSessionsById: {
        parameters: {
            query?: {
                /** @description Sessions in a page. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description A JSON object of JSON Pointers into the context and scalar values: only sessions for which all of them hold. A value is compared by its text, so `"412"` also finds the number 412. */
                context?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The player id, percent-encoded. One that no player has answers 404.
                 * @example ann
                 */
                playerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List ended sessions of a player, by player id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["SessionHistory"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    terminateSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 printable characters of the caller’s choice. A request that comes again with it within 24 hours gets the first answer and changes nothing; another request with it gets 422. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description A positive integer; anything else names nobody and answers 404. */
                sequentialId: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["TerminateBody"];
            };
        };
        responses: {
            /** @description Terminate the active session of a player */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["TerminatedSession"];
                    };
                };
            };
            /** @description No active session found, or Invalid request */
            400: {
                headers: {
                    /** @description Why that session ended, where the service knows it. */
                    "X-Session-End"?: "expired" | "replaced" | "stopped" | "terminated";
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Idempotency key reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    terminateSessionById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 printable characters of the caller’s choice. A request that comes again with it within 24 hours gets the first answer and changes nothing; another request with it gets 422. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description The player id, percent-encoded. One that no player has answers 404.
                 * @example ann
                 */
                playerId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["TerminateBody"];
            };
        };
        responses: {
            /** @description Terminate the active session of a player, by player id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["TerminatedSession"];
                    };
                };
            };
            /** @description No active session found, or Invalid request */
            400: {
                headers: {
                    /** @description Why that session ended, where the service knows it. */
                    "X-Session-End"?: "expired" | "replaced" | "stopped" | "terminated";
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player not found */
            404: {
                headers: {
                    /** @description Why, as a sentence for people. */
                    "X-Error-Detail"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Metadata too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Idempotency key reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listActiveSessions: {
        parameters: {
            query?: {
                /** @description Sessions in a page. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description A JSON object of JSON Pointers into the context and scalar values: only sessions for which all of them hold. A value is compared by its text, so `"412"` also finds the number 412. */
                context?: string;
            };
            header?: {
                /** @description Entity tags, or `*` for any stored metadata. If one of them is the current one: 304 on GET, 412 on a write. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description A read takes `wait=N` (RFC 7240), of 1 to 25 seconds, for servers to 5: where `If-None-Match` names the present state, it is answered when the state is another one, or with 304 after this time. `X-Installation-Id` names the reader of a player: a newer wait of an installation ends its older one. A write takes `return=minimal`: the answer has no `metadata`. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List active sessions */
            200: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    /** @description The preference of `Prefer` that was followed. */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["PlayerSessions"];
                    };
                };
            };
            /** @description The caller has this state. */
            304: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    countActiveSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Count active sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["OnlineCount"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getService: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the state of the service */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["ServiceState"];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Error-Detail"?: "there is no server key in the header Authorization: Bearer" | "the server key begins with Bearer: the header Authorization has the scheme once" | "this is no server key" | "the server key is unknown or was revoked" | "the server key has expired" | "the session at the console has ended" | "the session at the console needs the secret of its page in X-Playkeep-Console" | "the sign-in link was used or has expired" | "this sign-in was not begun in this tab, or longer than ten minutes ago" | "this sign-in was used before" | "the identity provider refused the sign-in" | "the answer of the identity provider cannot be trusted" | "this account has no role here" | "this account has no role here any more";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the server key begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"this is no server key\"" | "Bearer error=\"invalid_token\", error_description=\"the server key is unknown or was revoked\"" | "Bearer error=\"invalid_token\", error_description=\"the server key has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console has ended\"" | "Bearer error=\"invalid_token\", error_description=\"the session at the console needs the secret of its page in X-Playkeep-Console\"" | "Bearer error=\"invalid_token\", error_description=\"the sign-in link was used or has expired\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was not begun in this tab, or longer than ten minutes ago\"" | "Bearer error=\"invalid_token\", error_description=\"this sign-in was used before\"" | "Bearer error=\"invalid_token\", error_description=\"the identity provider refused the sign-in\"" | "Bearer error=\"invalid_token\", error_description=\"the answer of the identity provider cannot be trusted\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here\"" | "Bearer error=\"invalid_token\", error_description=\"this account has no role here any more\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
