// The objectives of the service, and the series that rules and panels share, as expressions of Prometheus. An operator who wants
// other objectives changes them here and runs `npm run monitoring`.

/** The histogram of requests, without its suffix. */
export const requests = 'playkeep_http_request_duration_seconds';

/** Of all requests of players and servers, the part that is not answered 5xx. */
export const availabilityObjective = 0.999;
/** Of the requests of players that are not answered 5xx, the part that is answered within the bound. */
export const latencyObjective = 0.99;
/** In seconds: a bound of the histogram. */
export const latencyBound = 0.25;

/** Probes answer 503 by design, and pages of the console are files. */
export const ofApi = 'route=~"/api/.+"';
export const ofPlayers = 'route=~"/api/game/.+"';
export const failed = 'status=~"5.."';
export const served = 'status!~"5.."';

/** One pair of windows: the error budget of 30 days burns `factor` times as fast as it may, in both (Google's SRE Workbook, chapter 5). */
export interface BurnRate {
  readonly factor: number;
  readonly long: Window;
  readonly short: Window;
  readonly severity: 'critical' | 'warning';
}

export const windows = ['5m', '30m', '1h', '6h', '3d'] as const;
export type Window = (typeof windows)[number];

const hour = 3600;
export const secondsOf: Readonly<Record<Window, number>> = {
  '5m': 300,
  '30m': 1800,
  '1h': hour,
  '6h': 6 * hour,
  '3d': 72 * hour,
};

export const burnRates: readonly BurnRate[] = [
  { factor: 14.4, long: '1h', short: '5m', severity: 'critical' },
  { factor: 6, long: '6h', short: '30m', severity: 'critical' },
  { factor: 1, long: '3d', short: '6h', severity: 'warning' },
];

/** In the long window at least so many requests missed the objective: one of three at night wakes nobody. */
export const leastMissed = 10;
