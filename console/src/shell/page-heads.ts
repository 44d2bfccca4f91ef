// The titles of the pages, and the lines below them that are always the same: for a page, and for the place holder before it is there.
export const heads = {
  overview: { title: 'Overview' },
  players: { title: 'Players' },
  liveSessions: { title: 'Live sessions' },
  losses: {
    title: 'Lost saves',
    lead: 'Saves that may be lost: each dropped more than half of a player’s metadata. The state before it is kept.',
  },
  audit: {
    title: 'Audit',
    lead: 'Every change by a server key, by a person or on the command line. Entries are never changed.',
  },
  keys: {
    title: 'Keys',
    lead: 'A server key lets a program use the server API, and a person this console.',
  },
  webhooks: {
    title: 'Webhooks',
    lead: 'Endpoints of the studio that each event is sent to, in signed requests.',
  },
  settings: {
    title: 'Settings',
    lead: 'The settings in force. They come from the environment of the process and change when it starts again.',
  },
  health: {
    title: 'Health',
    lead: 'The process that answers this page. With several processes, another one may answer next time.',
  },
} as const;
