// The tabs of the console in one browser share one cookie, so they share its session: a new tab asks the others for the secret of
// the page, and hears of a sign-in and a sign-out. The channel reaches pages of the same scheme, host and port alone.

export type TabMessage =
  | { readonly type: 'ask' }
  /** The secret of a session that works, for tabs without one. */
  | { readonly type: 'offer'; readonly secret: string }
  /** Somebody has signed in: the cookie has changed, and every other secret is worth nothing. */
  | { readonly type: 'signed-in'; readonly secret: string }
  | { readonly type: 'signed-out' };

/** As the browser has it. Tests of the client have none. */
interface Channel {
  postMessage(message: TabMessage): void;
  onmessage: ((event: { readonly data: TabMessage }) => void) | null;
}
const { BroadcastChannel: ChannelOfBrowser, document } = globalThis as unknown as {
  readonly BroadcastChannel: new (name: string) => Channel;
  readonly document?: unknown;
};
const channel = document === undefined ? undefined : new ChannelOfBrowser('playkeep.session');

export const tellTabs = (message: TabMessage): void => channel?.postMessage(message);

/** The function hears each message of another tab. */
export function onTabMessage(listener: (message: TabMessage) => void): void {
  if (channel) channel.onmessage = ({ data }) => listener(data);
}
