// Types of the game API. Generated from the OpenAPI document by `npx bun client/generate-types.ts`; not edited by hand.
export interface paths {
    "/api/game/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get own metadata
         * @description The metadata of the current player: `{}` when none was ever set, or after it was deleted. With `Prefer: wait=25` a 304 waits for a change, at most so many seconds; with `X-Session-Id` besides, it is 409 as soon as another session is the active one.
         */
        get: operations["getOwnMetadata"];
        put?: never;
        /**
         * Set own metadata
         * @description Replaces the whole object. It is stored and returned as the text that was submitted, value for value.
         */
        post: operations["setOwnMetadata"];
        /**
         * Delete own metadata
         * @description Removes all metadata of the current player, whose sequential id stays. A repetition has no further effect. The removed state is kept as a version.
         */
        delete: operations["deleteOwnMetadata"];
        options?: never;
        head?: never;
        /**
         * Change part of own metadata
         * @description Applies a JSON Merge Patch (RFC 7396), a JSON Patch (RFC 6902), or a JSON Patch with the counters `increment` and `append`, atomically. Text that the patch does not touch stays exact. A patch that does not apply, such as one whose `test` fails or whose `increment` leaves its bounds, changes nothing.
         */
        patch: operations["patchOwnMetadata"];
        trace?: never;
    };
    "/api/game/metadata/{sequentialId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get metadata by sequential id
         * @description The metadata of the player with that sequential id, without what `METADATA_RULES` hides. With `METADATA_READ=self` every id but one’s own answers 404.
         */
        get: operations["getMetadataBySequentialId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/game/metadata/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get metadata of many players
         * @description The metadata of up to 100 players by their sequential ids, in the order asked, each once. Ids without a player, and of players hidden from the caller, stand in `unknown`. Together they may hold 4 MiB.
         */
        post: operations["lookUpMetadata"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/game/metadata/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List kept versions
         * @description What the own metadata was before, newest first. The state that a write replaces is kept when the newest kept one is older than `METADATA_HISTORY_INTERVAL_SECONDS`, when the write is the first of a session, deletes, restores or drops more than half of it, or when the server made it.
         */
        get: operations["listMetadataVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/game/metadata/history/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a kept version
         * @description The metadata as it was in that version.
         */
        get: operations["getMetadataVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/game/metadata/history/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a kept version
         * @description Makes a kept version the current metadata, as a new version of its own; what it replaces is kept. Fields that `METADATA_RULES` gives to the server stay as they are.
         */
        post: operations["restoreMetadataVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/game/session/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start session
         * @description Begins a session. Of concurrent starts of one player exactly one succeeds. The body is optional: `onActive` says what becomes of a session that is active, `context` is kept with the new one.
         */
        post: operations["startSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/game/session/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Heartbeat
         * @description Keeps the active session alive. Send one every 5 to 10 minutes: a session that is silent for `SESSION_TIMEOUT_SECONDS` has ended at its last activity.
         */
        post: operations["heartbeatSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/game/session/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End session
         * @description Ends the active session and answers its length in seconds.
         */
        post: operations["stopSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/game/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the active session
         * @description The session that is active, with the context of its start. It is no activity.
         */
        get: operations["getActiveSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/game/session/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ended sessions
         * @description The history, newest first, in pages. A cursor stands for a place in it: sessions that end meanwhile shift nothing.
         */
        get: operations["listEndedSessions"];
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
        /** @description The record without its metadata, for `Prefer: return=minimal`. */
        MinimalRecord: {
            /** @description Identifier of the player: the token claim that names it, taken literally. */
            playerId: string;
            /** @description Numeric id of the player, assigned once and never reused; usable in `GET /api/game/metadata/:sequentialId`. */
            sequentialId: number;
        };
        /**
         * @description The fixed string that confirms the deletion.
         * @constant
         */
        MetadataDeleted: "Metadata deleted";
        MetadataVersions: {
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
            }[];
        };
        MetadataVersion: {
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
        };
        LookUpBody: {
            /** @description Sequential ids of the players to read. */
            sequentialIds: number[];
        };
        MetadataRecords: {
            /** @description In the order asked, each player once. */
            records: components["schemas"]["MetadataRecord"][];
            /** @description Ids without a player, or of players hidden from the caller. */
            unknown: number[];
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
        StartedSession: {
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
            /** @description Identifier of the player: the token claim that names it, taken literally. */
            playerId: string;
        };
        SessionHeartbeat: {
            /**
             * Format: uuid
             * @description Identifier of the session, a UUIDv7.
             */
            sessionId: string;
            /**
             * Format: date-time
             * @description Time of the latest activity, ISO 8601 in UTC with milliseconds.
             */
            lastActivity: string;
            /** @description Identifier of the player: the token claim that names it, taken literally. */
            playerId: string;
        };
        EndedSession: {
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
            /** @description Identifier of the player: the token claim that names it, taken literally. */
            playerId: string;
        };
        /** @description Optional. */
        StartSessionBody: {
            /**
             * @description While a session is active: refuse the start (the default), end that session and begin another, do so only if it is of this installation, or go on with it.
             * @enum {string}
             */
            onActive?: "reject" | "replace" | "replaceOwn" | "resume";
            /** @description Kept with the session, for instance platform, version and device; at most 4 KiB and 32 levels deep. */
            context?: {
                [key: string]: unknown;
            };
        };
        /** @description Optional. */
        SessionBody: {
            /** @description Only this session counts as the active one. */
            sessionId?: string;
        };
        ActiveSession: {
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
            /** @description Identifier of the player: the token claim that names it, taken literally. */
            playerId: string;
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
    getOwnMetadata: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*` for any stored metadata: unless one of them is the current one, 412 with the current record. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*` for any stored metadata. If one of them is the current one: 304 on GET, 412 on a write. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description A read takes `wait=N` (RFC 7240), of 1 to 25 seconds, for servers to 5: where `If-None-Match` names the present state, it is answered when the state is another one, or with 304 after this time. `X-Installation-Id` names the reader of a player: a newer wait of an installation ends its older one. A write takes `return=minimal`: the answer has no `metadata`. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description Names the copy of the game on one device or browser profile. With it a write takes effect once for its `Idempotency-Key`, without a limit in time; it then needs one strong tag in `If-Match`, or `If-None-Match: *`. */
                "X-Installation-Id"?: components["parameters"]["X-Installation-Id"];
                /** @description A write holds only while this is the active session, and a read waits only so long; else 409 `Session not current`. */
                "X-Session-Id"?: components["parameters"]["X-Session-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get own metadata */
            200: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    /** @description When the own record was last written. Records of others do not have it. */
                    "Last-Modified"?: string;
                    /** @description The preference of `Prefer` that was followed. */
                    "Preference-Applied"?: string;
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
                    "X-Error-Detail"?: "there is no token in the header Authorization: Bearer" | "the token is too long" | "the token begins with Bearer: the header Authorization has the scheme once" | "the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included" | "the token is malformed" | "the algorithm of the token is not allowed" | "the type of the token is not allowed" | "the token needs an extension that is not supported" | "the key of the token is unknown" | "the key of the token cannot be used" | "the signature of the token is not valid" | "the token has expired" | "the token is not valid yet" | "the token is from another issuer" | "the token is for another audience" | "a claim that is required is missing" | "a claim of the token is malformed" | "the player id in the token is a number: it must be a string" | "the token names no player";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the token is too long\"" | "Bearer error=\"invalid_token\", error_description=\"the token begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included\"" | "Bearer error=\"invalid_token\", error_description=\"the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the algorithm of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the type of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the token needs an extension that is not supported\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token is unknown\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token cannot be used\"" | "Bearer error=\"invalid_token\", error_description=\"the signature of the token is not valid\"" | "Bearer error=\"invalid_token\", error_description=\"the token has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the token is not valid yet\"" | "Bearer error=\"invalid_token\", error_description=\"the token is from another issuer\"" | "Bearer error=\"invalid_token\", error_description=\"the token is for another audience\"" | "Bearer error=\"invalid_token\", error_description=\"a claim that is required is missing\"" | "Bearer error=\"invalid_token\", error_description=\"a claim of the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the player id in the token is a number: it must be a string\"" | "Bearer error=\"invalid_token\", error_description=\"the token names no player\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player suspended */
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
                    /** @description When the own record was last written. Records of others do not have it. */
                    "Last-Modified"?: string;
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
    setOwnMetadata: {
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
                /** @description Names the copy of the game on one device or browser profile. With it a write takes effect once for its `Idempotency-Key`, without a limit in time; it then needs one strong tag in `If-Match`, or `If-None-Match: *`. */
                "X-Installation-Id"?: components["parameters"]["X-Installation-Id"];
                /** @description A read takes `wait=N` (RFC 7240), of 1 to 25 seconds, for servers to 5: where `If-None-Match` names the present state, it is answered when the state is another one, or with 304 after this time. `X-Installation-Id` names the reader of a player: a newer wait of an installation ends its older one. A write takes `return=minimal`: the answer has no `metadata`. */
                Prefer?: components["parameters"]["Prefer"];
            };
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
            /** @description Set own metadata */
            200: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    /** @description When the own record was last written. Records of others do not have it. */
                    "Last-Modified"?: string;
                    /** @description The preference of `Prefer` that was followed. */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["MetadataRecord"] | components["schemas"]["MinimalRecord"];
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
                    "X-Error-Detail"?: "there is no token in the header Authorization: Bearer" | "the token is too long" | "the token begins with Bearer: the header Authorization has the scheme once" | "the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included" | "the token is malformed" | "the algorithm of the token is not allowed" | "the type of the token is not allowed" | "the token needs an extension that is not supported" | "the key of the token is unknown" | "the key of the token cannot be used" | "the signature of the token is not valid" | "the token has expired" | "the token is not valid yet" | "the token is from another issuer" | "the token is for another audience" | "a claim that is required is missing" | "a claim of the token is malformed" | "the player id in the token is a number: it must be a string" | "the token names no player";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the token is too long\"" | "Bearer error=\"invalid_token\", error_description=\"the token begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included\"" | "Bearer error=\"invalid_token\", error_description=\"the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the algorithm of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the type of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the token needs an extension that is not supported\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token is unknown\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token cannot be used\"" | "Bearer error=\"invalid_token\", error_description=\"the signature of the token is not valid\"" | "Bearer error=\"invalid_token\", error_description=\"the token has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the token is not valid yet\"" | "Bearer error=\"invalid_token\", error_description=\"the token is from another issuer\"" | "Bearer error=\"invalid_token\", error_description=\"the token is for another audience\"" | "Bearer error=\"invalid_token\", error_description=\"a claim that is required is missing\"" | "Bearer error=\"invalid_token\", error_description=\"a claim of the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the player id in the token is a number: it must be a string\"" | "Bearer error=\"invalid_token\", error_description=\"the token names no player\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player suspended, or Field not writable */
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
                    /** @description When the own record was last written. Records of others do not have it. */
                    "Last-Modified"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conflict"];
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
    deleteOwnMetadata: {
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
                /** @description Names the copy of the game on one device or browser profile. With it a write takes effect once for its `Idempotency-Key`, without a limit in time; it then needs one strong tag in `If-Match`, or `If-None-Match: *`. */
                "X-Installation-Id"?: components["parameters"]["X-Installation-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete own metadata */
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
                    "X-Error-Detail"?: "there is no token in the header Authorization: Bearer" | "the token is too long" | "the token begins with Bearer: the header Authorization has the scheme once" | "the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included" | "the token is malformed" | "the algorithm of the token is not allowed" | "the type of the token is not allowed" | "the token needs an extension that is not supported" | "the key of the token is unknown" | "the key of the token cannot be used" | "the signature of the token is not valid" | "the token has expired" | "the token is not valid yet" | "the token is from another issuer" | "the token is for another audience" | "a claim that is required is missing" | "a claim of the token is malformed" | "the player id in the token is a number: it must be a string" | "the token names no player";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the token is too long\"" | "Bearer error=\"invalid_token\", error_description=\"the token begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included\"" | "Bearer error=\"invalid_token\", error_description=\"the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the algorithm of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the type of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the token needs an extension that is not supported\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token is unknown\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token cannot be used\"" | "Bearer error=\"invalid_token\", error_description=\"the signature of the token is not valid\"" | "Bearer error=\"invalid_token\", error_description=\"the token has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the token is not valid yet\"" | "Bearer error=\"invalid_token\", error_description=\"the token is from another issuer\"" | "Bearer error=\"invalid_token\", error_description=\"the token is for another audience\"" | "Bearer error=\"invalid_token\", error_description=\"a claim that is required is missing\"" | "Bearer error=\"invalid_token\", error_description=\"a claim of the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the player id in the token is a number: it must be a string\"" | "Bearer error=\"invalid_token\", error_description=\"the token names no player\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player suspended, or Field not writable */
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
                    /** @description When the own record was last written. Records of others do not have it. */
                    "Last-Modified"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conflict"];
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
    patchOwnMetadata: {
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
                /** @description Names the copy of the game on one device or browser profile. With it a write takes effect once for its `Idempotency-Key`, without a limit in time; it then needs one strong tag in `If-Match`, or `If-None-Match: *`. */
                "X-Installation-Id"?: components["parameters"]["X-Installation-Id"];
                /** @description A read takes `wait=N` (RFC 7240), of 1 to 25 seconds, for servers to 5: where `If-None-Match` names the present state, it is answered when the state is another one, or with 304 after this time. `X-Installation-Id` names the reader of a player: a newer wait of an installation ends its older one. A write takes `return=minimal`: the answer has no `metadata`. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
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
            /** @description Change part of own metadata */
            200: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    /** @description When the own record was last written. Records of others do not have it. */
                    "Last-Modified"?: string;
                    /** @description The preference of `Prefer` that was followed. */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["MetadataRecord"] | components["schemas"]["MinimalRecord"];
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
                    "X-Error-Detail"?: "there is no token in the header Authorization: Bearer" | "the token is too long" | "the token begins with Bearer: the header Authorization has the scheme once" | "the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included" | "the token is malformed" | "the algorithm of the token is not allowed" | "the type of the token is not allowed" | "the token needs an extension that is not supported" | "the key of the token is unknown" | "the key of the token cannot be used" | "the signature of the token is not valid" | "the token has expired" | "the token is not valid yet" | "the token is from another issuer" | "the token is for another audience" | "a claim that is required is missing" | "a claim of the token is malformed" | "the player id in the token is a number: it must be a string" | "the token names no player";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the token is too long\"" | "Bearer error=\"invalid_token\", error_description=\"the token begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included\"" | "Bearer error=\"invalid_token\", error_description=\"the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the algorithm of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the type of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the token needs an extension that is not supported\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token is unknown\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token cannot be used\"" | "Bearer error=\"invalid_token\", error_description=\"the signature of the token is not valid\"" | "Bearer error=\"invalid_token\", error_description=\"the token has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the token is not valid yet\"" | "Bearer error=\"invalid_token\", error_description=\"the token is from another issuer\"" | "Bearer error=\"invalid_token\", error_description=\"the token is for another audience\"" | "Bearer error=\"invalid_token\", error_description=\"a claim that is required is missing\"" | "Bearer error=\"invalid_token\", error_description=\"a claim of the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the player id in the token is a number: it must be a string\"" | "Bearer error=\"invalid_token\", error_description=\"the token names no player\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player suspended, or Field not writable */
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
                    /** @description When the own record was last written. Records of others do not have it. */
                    "Last-Modified"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conflict"];
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
    getMetadataBySequentialId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*` for any stored metadata: unless one of them is the current one, 412 with the current record. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Entity tags, or `*` for any stored metadata. If one of them is the current one: 304 on GET, 412 on a write. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description A positive integer; anything else names nobody and answers 404. */
                sequentialId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get metadata by sequential id */
            200: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    /** @description When the own record was last written. Records of others do not have it. */
                    "Last-Modified"?: string;
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
                    "X-Error-Detail"?: "there is no token in the header Authorization: Bearer" | "the token is too long" | "the token begins with Bearer: the header Authorization has the scheme once" | "the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included" | "the token is malformed" | "the algorithm of the token is not allowed" | "the type of the token is not allowed" | "the token needs an extension that is not supported" | "the key of the token is unknown" | "the key of the token cannot be used" | "the signature of the token is not valid" | "the token has expired" | "the token is not valid yet" | "the token is from another issuer" | "the token is for another audience" | "a claim that is required is missing" | "a claim of the token is malformed" | "the player id in the token is a number: it must be a string" | "the token names no player";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the token is too long\"" | "Bearer error=\"invalid_token\", error_description=\"the token begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included\"" | "Bearer error=\"invalid_token\", error_description=\"the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the algorithm of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the type of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the token needs an extension that is not supported\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token is unknown\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token cannot be used\"" | "Bearer error=\"invalid_token\", error_description=\"the signature of the token is not valid\"" | "Bearer error=\"invalid_token\", error_description=\"the token has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the token is not valid yet\"" | "Bearer error=\"invalid_token\", error_description=\"the token is from another issuer\"" | "Bearer error=\"invalid_token\", error_description=\"the token is for another audience\"" | "Bearer error=\"invalid_token\", error_description=\"a claim that is required is missing\"" | "Bearer error=\"invalid_token\", error_description=\"a claim of the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the player id in the token is a number: it must be a string\"" | "Bearer error=\"invalid_token\", error_description=\"the token names no player\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player suspended */
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
                    /** @description When the own record was last written. Records of others do not have it. */
                    "Last-Modified"?: string;
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
    lookUpMetadata: {
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
                 *       "sequentialIds": [
                 *         1,
                 *         2,
                 *         3
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["LookUpBody"];
            };
        };
        responses: {
            /** @description Get metadata of many players */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["MetadataRecords"];
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
                    "X-Error-Detail"?: "there is no token in the header Authorization: Bearer" | "the token is too long" | "the token begins with Bearer: the header Authorization has the scheme once" | "the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included" | "the token is malformed" | "the algorithm of the token is not allowed" | "the type of the token is not allowed" | "the token needs an extension that is not supported" | "the key of the token is unknown" | "the key of the token cannot be used" | "the signature of the token is not valid" | "the token has expired" | "the token is not valid yet" | "the token is from another issuer" | "the token is for another audience" | "a claim that is required is missing" | "a claim of the token is malformed" | "the player id in the token is a number: it must be a string" | "the token names no player";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the token is too long\"" | "Bearer error=\"invalid_token\", error_description=\"the token begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included\"" | "Bearer error=\"invalid_token\", error_description=\"the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the algorithm of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the type of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the token needs an extension that is not supported\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token is unknown\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token cannot be used\"" | "Bearer error=\"invalid_token\", error_description=\"the signature of the token is not valid\"" | "Bearer error=\"invalid_token\", error_description=\"the token has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the token is not valid yet\"" | "Bearer error=\"invalid_token\", error_description=\"the token is from another issuer\"" | "Bearer error=\"invalid_token\", error_description=\"the token is for another audience\"" | "Bearer error=\"invalid_token\", error_description=\"a claim that is required is missing\"" | "Bearer error=\"invalid_token\", error_description=\"a claim of the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the player id in the token is a number: it must be a string\"" | "Bearer error=\"invalid_token\", error_description=\"the token names no player\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player suspended */
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
    listMetadataVersions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List kept versions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["MetadataVersions"];
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
                    "X-Error-Detail"?: "there is no token in the header Authorization: Bearer" | "the token is too long" | "the token begins with Bearer: the header Authorization has the scheme once" | "the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included" | "the token is malformed" | "the algorithm of the token is not allowed" | "the type of the token is not allowed" | "the token needs an extension that is not supported" | "the key of the token is unknown" | "the key of the token cannot be used" | "the signature of the token is not valid" | "the token has expired" | "the token is not valid yet" | "the token is from another issuer" | "the token is for another audience" | "a claim that is required is missing" | "a claim of the token is malformed" | "the player id in the token is a number: it must be a string" | "the token names no player";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the token is too long\"" | "Bearer error=\"invalid_token\", error_description=\"the token begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included\"" | "Bearer error=\"invalid_token\", error_description=\"the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the algorithm of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the type of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the token needs an extension that is not supported\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token is unknown\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token cannot be used\"" | "Bearer error=\"invalid_token\", error_description=\"the signature of the token is not valid\"" | "Bearer error=\"invalid_token\", error_description=\"the token has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the token is not valid yet\"" | "Bearer error=\"invalid_token\", error_description=\"the token is from another issuer\"" | "Bearer error=\"invalid_token\", error_description=\"the token is for another audience\"" | "Bearer error=\"invalid_token\", error_description=\"a claim that is required is missing\"" | "Bearer error=\"invalid_token\", error_description=\"a claim of the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the player id in the token is a number: it must be a string\"" | "Bearer error=\"invalid_token\", error_description=\"the token names no player\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player suspended */
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
    getMetadataVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of a kept version, as the list of them has it. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a kept version */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["MetadataVersion"];
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
                    "X-Error-Detail"?: "there is no token in the header Authorization: Bearer" | "the token is too long" | "the token begins with Bearer: the header Authorization has the scheme once" | "the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included" | "the token is malformed" | "the algorithm of the token is not allowed" | "the type of the token is not allowed" | "the token needs an extension that is not supported" | "the key of the token is unknown" | "the key of the token cannot be used" | "the signature of the token is not valid" | "the token has expired" | "the token is not valid yet" | "the token is from another issuer" | "the token is for another audience" | "a claim that is required is missing" | "a claim of the token is malformed" | "the player id in the token is a number: it must be a string" | "the token names no player";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the token is too long\"" | "Bearer error=\"invalid_token\", error_description=\"the token begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included\"" | "Bearer error=\"invalid_token\", error_description=\"the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the algorithm of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the type of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the token needs an extension that is not supported\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token is unknown\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token cannot be used\"" | "Bearer error=\"invalid_token\", error_description=\"the signature of the token is not valid\"" | "Bearer error=\"invalid_token\", error_description=\"the token has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the token is not valid yet\"" | "Bearer error=\"invalid_token\", error_description=\"the token is from another issuer\"" | "Bearer error=\"invalid_token\", error_description=\"the token is for another audience\"" | "Bearer error=\"invalid_token\", error_description=\"a claim that is required is missing\"" | "Bearer error=\"invalid_token\", error_description=\"a claim of the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the player id in the token is a number: it must be a string\"" | "Bearer error=\"invalid_token\", error_description=\"the token names no player\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player suspended */
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
    restoreMetadataVersion: {
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
                /** @description Names the copy of the game on one device or browser profile. With it a write takes effect once for its `Idempotency-Key`, without a limit in time; it then needs one strong tag in `If-Match`, or `If-None-Match: *`. */
                "X-Installation-Id"?: components["parameters"]["X-Installation-Id"];
                /** @description A read takes `wait=N` (RFC 7240), of 1 to 25 seconds, for servers to 5: where `If-None-Match` names the present state, it is answered when the state is another one, or with 304 after this time. `X-Installation-Id` names the reader of a player: a newer wait of an installation ends its older one. A write takes `return=minimal`: the answer has no `metadata`. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The number of a kept version, as the list of them has it. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Restore a kept version */
            200: {
                headers: {
                    /** @description A strong entity tag. */
                    ETag?: string;
                    /** @description When the own record was last written. Records of others do not have it. */
                    "Last-Modified"?: string;
                    /** @description The preference of `Prefer` that was followed. */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["MetadataRecord"] | components["schemas"]["MinimalRecord"];
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
                    "X-Error-Detail"?: "there is no token in the header Authorization: Bearer" | "the token is too long" | "the token begins with Bearer: the header Authorization has the scheme once" | "the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included" | "the token is malformed" | "the algorithm of the token is not allowed" | "the type of the token is not allowed" | "the token needs an extension that is not supported" | "the key of the token is unknown" | "the key of the token cannot be used" | "the signature of the token is not valid" | "the token has expired" | "the token is not valid yet" | "the token is from another issuer" | "the token is for another audience" | "a claim that is required is missing" | "a claim of the token is malformed" | "the player id in the token is a number: it must be a string" | "the token names no player";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the token is too long\"" | "Bearer error=\"invalid_token\", error_description=\"the token begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included\"" | "Bearer error=\"invalid_token\", error_description=\"the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the algorithm of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the type of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the token needs an extension that is not supported\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token is unknown\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token cannot be used\"" | "Bearer error=\"invalid_token\", error_description=\"the signature of the token is not valid\"" | "Bearer error=\"invalid_token\", error_description=\"the token has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the token is not valid yet\"" | "Bearer error=\"invalid_token\", error_description=\"the token is from another issuer\"" | "Bearer error=\"invalid_token\", error_description=\"the token is for another audience\"" | "Bearer error=\"invalid_token\", error_description=\"a claim that is required is missing\"" | "Bearer error=\"invalid_token\", error_description=\"a claim of the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the player id in the token is a number: it must be a string\"" | "Bearer error=\"invalid_token\", error_description=\"the token names no player\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player suspended, or Field not writable */
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
                    /** @description When the own record was last written. Records of others do not have it. */
                    "Last-Modified"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conflict"];
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
    startSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 printable characters of the caller’s choice. A request that comes again with it within 24 hours gets the first answer and changes nothing; another request with it gets 422. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Names the copy of the game on one device or browser profile. With it a write takes effect once for its `Idempotency-Key`, without a limit in time; it then needs one strong tag in `If-Match`, or `If-None-Match: *`. */
                "X-Installation-Id"?: components["parameters"]["X-Installation-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "onActive": "replace",
                 *       "context": {
                 *         "platform": "ios",
                 *         "version": "1.4.2"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["StartSessionBody"];
            };
        };
        responses: {
            /** @description Start session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["StartedSession"];
                    };
                };
            };
            /** @description Session already active, or Invalid request */
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
                    "X-Error-Detail"?: "there is no token in the header Authorization: Bearer" | "the token is too long" | "the token begins with Bearer: the header Authorization has the scheme once" | "the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included" | "the token is malformed" | "the algorithm of the token is not allowed" | "the type of the token is not allowed" | "the token needs an extension that is not supported" | "the key of the token is unknown" | "the key of the token cannot be used" | "the signature of the token is not valid" | "the token has expired" | "the token is not valid yet" | "the token is from another issuer" | "the token is for another audience" | "a claim that is required is missing" | "a claim of the token is malformed" | "the player id in the token is a number: it must be a string" | "the token names no player";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the token is too long\"" | "Bearer error=\"invalid_token\", error_description=\"the token begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included\"" | "Bearer error=\"invalid_token\", error_description=\"the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the algorithm of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the type of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the token needs an extension that is not supported\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token is unknown\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token cannot be used\"" | "Bearer error=\"invalid_token\", error_description=\"the signature of the token is not valid\"" | "Bearer error=\"invalid_token\", error_description=\"the token has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the token is not valid yet\"" | "Bearer error=\"invalid_token\", error_description=\"the token is from another issuer\"" | "Bearer error=\"invalid_token\", error_description=\"the token is for another audience\"" | "Bearer error=\"invalid_token\", error_description=\"a claim that is required is missing\"" | "Bearer error=\"invalid_token\", error_description=\"a claim of the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the player id in the token is a number: it must be a string\"" | "Bearer error=\"invalid_token\", error_description=\"the token names no player\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player suspended */
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
    heartbeatSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 printable characters of the caller’s choice. A request that comes again with it within 24 hours gets the first answer and changes nothing; another request with it gets 422. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SessionBody"];
            };
        };
        responses: {
            /** @description Heartbeat */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["SessionHeartbeat"];
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
                    "X-Error-Detail"?: "there is no token in the header Authorization: Bearer" | "the token is too long" | "the token begins with Bearer: the header Authorization has the scheme once" | "the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included" | "the token is malformed" | "the algorithm of the token is not allowed" | "the type of the token is not allowed" | "the token needs an extension that is not supported" | "the key of the token is unknown" | "the key of the token cannot be used" | "the signature of the token is not valid" | "the token has expired" | "the token is not valid yet" | "the token is from another issuer" | "the token is for another audience" | "a claim that is required is missing" | "a claim of the token is malformed" | "the player id in the token is a number: it must be a string" | "the token names no player";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the token is too long\"" | "Bearer error=\"invalid_token\", error_description=\"the token begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included\"" | "Bearer error=\"invalid_token\", error_description=\"the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the algorithm of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the type of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the token needs an extension that is not supported\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token is unknown\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token cannot be used\"" | "Bearer error=\"invalid_token\", error_description=\"the signature of the token is not valid\"" | "Bearer error=\"invalid_token\", error_description=\"the token has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the token is not valid yet\"" | "Bearer error=\"invalid_token\", error_description=\"the token is from another issuer\"" | "Bearer error=\"invalid_token\", error_description=\"the token is for another audience\"" | "Bearer error=\"invalid_token\", error_description=\"a claim that is required is missing\"" | "Bearer error=\"invalid_token\", error_description=\"a claim of the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the player id in the token is a number: it must be a string\"" | "Bearer error=\"invalid_token\", error_description=\"the token names no player\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player suspended */
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
    stopSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 printable characters of the caller’s choice. A request that comes again with it within 24 hours gets the first answer and changes nothing; another request with it gets 422. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SessionBody"];
            };
        };
        responses: {
            /** @description End session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["EndedSession"];
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
                    "X-Error-Detail"?: "there is no token in the header Authorization: Bearer" | "the token is too long" | "the token begins with Bearer: the header Authorization has the scheme once" | "the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included" | "the token is malformed" | "the algorithm of the token is not allowed" | "the type of the token is not allowed" | "the token needs an extension that is not supported" | "the key of the token is unknown" | "the key of the token cannot be used" | "the signature of the token is not valid" | "the token has expired" | "the token is not valid yet" | "the token is from another issuer" | "the token is for another audience" | "a claim that is required is missing" | "a claim of the token is malformed" | "the player id in the token is a number: it must be a string" | "the token names no player";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the token is too long\"" | "Bearer error=\"invalid_token\", error_description=\"the token begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included\"" | "Bearer error=\"invalid_token\", error_description=\"the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the algorithm of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the type of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the token needs an extension that is not supported\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token is unknown\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token cannot be used\"" | "Bearer error=\"invalid_token\", error_description=\"the signature of the token is not valid\"" | "Bearer error=\"invalid_token\", error_description=\"the token has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the token is not valid yet\"" | "Bearer error=\"invalid_token\", error_description=\"the token is from another issuer\"" | "Bearer error=\"invalid_token\", error_description=\"the token is for another audience\"" | "Bearer error=\"invalid_token\", error_description=\"a claim that is required is missing\"" | "Bearer error=\"invalid_token\", error_description=\"a claim of the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the player id in the token is a number: it must be a string\"" | "Bearer error=\"invalid_token\", error_description=\"the token names no player\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player suspended */
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
    getActiveSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the active session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        statusCode: 200;
                        data: components["schemas"]["ActiveSession"];
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
                    "X-Error-Detail"?: "there is no token in the header Authorization: Bearer" | "the token is too long" | "the token begins with Bearer: the header Authorization has the scheme once" | "the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included" | "the token is malformed" | "the algorithm of the token is not allowed" | "the type of the token is not allowed" | "the token needs an extension that is not supported" | "the key of the token is unknown" | "the key of the token cannot be used" | "the signature of the token is not valid" | "the token has expired" | "the token is not valid yet" | "the token is from another issuer" | "the token is for another audience" | "a claim that is required is missing" | "a claim of the token is malformed" | "the player id in the token is a number: it must be a string" | "the token names no player";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the token is too long\"" | "Bearer error=\"invalid_token\", error_description=\"the token begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included\"" | "Bearer error=\"invalid_token\", error_description=\"the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the algorithm of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the type of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the token needs an extension that is not supported\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token is unknown\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token cannot be used\"" | "Bearer error=\"invalid_token\", error_description=\"the signature of the token is not valid\"" | "Bearer error=\"invalid_token\", error_description=\"the token has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the token is not valid yet\"" | "Bearer error=\"invalid_token\", error_description=\"the token is from another issuer\"" | "Bearer error=\"invalid_token\", error_description=\"the token is for another audience\"" | "Bearer error=\"invalid_token\", error_description=\"a claim that is required is missing\"" | "Bearer error=\"invalid_token\", error_description=\"a claim of the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the player id in the token is a number: it must be a string\"" | "Bearer error=\"invalid_token\", error_description=\"the token names no player\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player suspended */
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
    listEndedSessions: {
        parameters: {
            query?: {
                /** @description Sessions in a page. */
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
            /** @description List ended sessions */
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
                    "X-Error-Detail"?: "there is no token in the header Authorization: Bearer" | "the token is too long" | "the token begins with Bearer: the header Authorization has the scheme once" | "the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included" | "the token is malformed" | "the algorithm of the token is not allowed" | "the type of the token is not allowed" | "the token needs an extension that is not supported" | "the key of the token is unknown" | "the key of the token cannot be used" | "the signature of the token is not valid" | "the token has expired" | "the token is not valid yet" | "the token is from another issuer" | "the token is for another audience" | "a claim that is required is missing" | "a claim of the token is malformed" | "the player id in the token is a number: it must be a string" | "the token names no player";
                    "WWW-Authenticate"?: "Bearer" | "Bearer error=\"invalid_token\", error_description=\"the token is too long\"" | "Bearer error=\"invalid_token\", error_description=\"the token begins with Bearer: the header Authorization has the scheme once\"" | "Bearer error=\"invalid_token\", error_description=\"the token has too many strings, such as roles: at most 256 in its claims and 64 in its header, names included\"" | "Bearer error=\"invalid_token\", error_description=\"the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the algorithm of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the type of the token is not allowed\"" | "Bearer error=\"invalid_token\", error_description=\"the token needs an extension that is not supported\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token is unknown\"" | "Bearer error=\"invalid_token\", error_description=\"the key of the token cannot be used\"" | "Bearer error=\"invalid_token\", error_description=\"the signature of the token is not valid\"" | "Bearer error=\"invalid_token\", error_description=\"the token has expired\"" | "Bearer error=\"invalid_token\", error_description=\"the token is not valid yet\"" | "Bearer error=\"invalid_token\", error_description=\"the token is from another issuer\"" | "Bearer error=\"invalid_token\", error_description=\"the token is for another audience\"" | "Bearer error=\"invalid_token\", error_description=\"a claim that is required is missing\"" | "Bearer error=\"invalid_token\", error_description=\"a claim of the token is malformed\"" | "Bearer error=\"invalid_token\", error_description=\"the player id in the token is a number: it must be a string\"" | "Bearer error=\"invalid_token\", error_description=\"the token names no player\"";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Player suspended */
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
}
