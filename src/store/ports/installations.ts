// The port for installations. An installation is one copy of a game on one device or browser profile. The row of a player has the
// last write of each installation, stored in the commit of that write, so a write that is repeated takes effect once. Nothing but
// a later write of the same installation, or of very many others, takes it out of the list.

/** A write of an installation. `installation` and `write` are digests: 16 bytes in hexadecimal. */
export interface InstallationWrite {
  /** The id of the installation as the request has it. Events tell it, and the list of last writes does not have it. */
  readonly id: string;
  readonly installation: string;
  /** Tells the write apart from every other one of the installation. */
  readonly write: string;
}
