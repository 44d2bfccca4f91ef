// The rules of Prometheus, with the fields of its files (https://prometheus.io/docs/prometheus/latest/configuration/alerting_rules/).

export interface Recording {
  readonly record: string;
  readonly expr: string;
}

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: Readonly<{ severity: 'critical' | 'warning'; burn?: string }>;
  readonly annotations: Readonly<{ summary: string; description: string; runbook_url: string }>;
}

export interface Group {
  readonly name: string;
  readonly rules: readonly (Recording | Alert)[];
}

/** An alert without what all alerts share. */
export type AlertSpec = Omit<Alert, 'labels' | 'annotations'> &
  Alert['labels'] &
  Omit<Alert['annotations'], 'runbook_url'>;
