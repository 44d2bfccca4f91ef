// A long statement on a thread of its own, so that this one shows the progress and is ended by a signal.
import { SQLiteError } from 'bun:sqlite';

/** A statement that reads one file. */
export interface ThreadStatement {
  readonly path: string;
  readonly sql: string;
  readonly parameters: readonly string[];
}

type Outcome =
  | { readonly rows: readonly (readonly unknown[])[] }
  | { readonly code: string | undefined; readonly message: string };

interface Thread {
  onmessage: ((event: { readonly data: ThreadStatement }) => void) | null;
  postMessage(outcome: Outcome): void;
}

/** Runs on the thread. It is handed over as its text, so that a bundle and an executable need no second file. */
function serve(thread: Thread): void {
  thread.onmessage = async ({ data: { path, sql, parameters } }) => {
    const { Database } = await import('bun:sqlite');
    try {
      const db = new Database(path, { readonly: true, strict: true });
      let rows: readonly (readonly unknown[])[];
      try {
        rows = db.query(sql).values(...parameters);
      } finally {
        db.close();
      }
      // The file is free by now: its owner may ask for a lock of it next.
      thread.postMessage({ rows });
    } catch (error) {
      const { code, message } = error as { readonly code?: string; readonly message: string };
      thread.postMessage({ code, message });
    }
  };
}

/** @returns the rows. @throws SQLiteError */
export async function runOnThread(statement: ThreadStatement): Promise<readonly (readonly unknown[])[]> {
  const module = new Blob([`(${serve.toString()})(globalThis)`], { type: 'text/javascript' });
  const url = URL.createObjectURL(module);
  const worker = new Worker(url);
  try {
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage(statement);
    });
    if ('rows' in outcome) return outcome.rows;
    // Bun knows an SQLiteError by its name, and makes none itself.
    throw Object.assign(new Error(outcome.message), { name: SQLiteError.name, code: outcome.code });
  } finally {
    worker.terminate();
    URL.revokeObjectURL(url);
  }
}
