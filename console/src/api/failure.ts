// The one error that requests to the server API throw.

/** A request that was refused, or did not arrive. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';

  constructor(
    /** The HTTP status; 0 when no answer came. */
    readonly status: number,
    /** `error.message` of the answer: one of a closed list of constants. */
    message: string,
    readonly options: {
      /** A sentence for people about this one case. */
      readonly detail?: string | undefined;
      /** From `Retry-After`. */
      readonly retryAfterSeconds?: number | undefined;
      /** From `X-Request-Id`, which the log of the service has too. */
      readonly requestId?: string | undefined;
      /** The source of the answer's body, such as the current record of a 412. */
      readonly body?: string | undefined;
      /** From `X-Count-Progress`: sessions that are counted for the statistics, and all of them. */
      readonly countProgress?: string | undefined;
      /** From `X-Failed-Check`: the check that keeps the service from being ready. */
      readonly failedCheck?: string | undefined;
      /** From `ETag`: with a 412, the entity tag of the current record. */
      readonly etag?: string | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
  }

  get detail(): string | undefined {
    return this.options.detail;
  }

  get retryAfterSeconds(): number | undefined {
    return this.options.retryAfterSeconds;
  }

  get requestId(): string | undefined {
    return this.options.requestId;
  }

  /** The service is well and still counts sessions for its statistics. */
  get isCounting(): boolean {
    return this.status === 503 && this.options.countProgress !== undefined;
  }

  /** The service did not answer, or is overloaded: the same request may succeed soon. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 503;
  }
}

/** The failure that an answer tells of. It reads the body. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const body = await response.text().catch(() => '');
  const { message, detail } = errorOf(body);
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiFailure(response.status, message ?? `The service answered with status ${response.status}`, {
    detail: detail ?? response.headers.get('x-error-detail') ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    requestId: response.headers.get('x-request-id') ?? undefined,
    countProgress: response.headers.get('x-count-progress') ?? undefined,
    failedCheck: response.headers.get('x-failed-check') ?? undefined,
    etag: response.headers.get('etag') ?? undefined,
    body,
  });
}

/** The message of an envelope; nothing for the page of a proxy. */
function errorOf(body: string): { readonly message?: string; readonly detail?: string } {
  try {
    const { error } = JSON.parse(body) as { error?: { message?: unknown; detail?: unknown } };
    return {
      ...(typeof error?.message === 'string' && { message: error.message }),
      ...(typeof error?.detail === 'string' && { detail: error.detail }),
    };
  } catch {
    return {};
  }
}

/** @returns true for the end of a request that the page itself ended. */
export const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** Nobody is signed in. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 401;

/** The signed-in key may not do this, or none is signed in. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.status === 401 || error.status === 403);
