// The dashboard of Grafana: the first row answers whether the service is well, and the rows below why it is not.
import { arrange, datasource } from './panels.ts';
import { database, jobs, processes, signIn } from './process-rows.ts';
import { admission, latency, now, traffic } from './service-rows.ts';

/** A variable over the values of a label. */
const labelVariable = (name: string, label: string, query: string) => ({
  name,
  label,
  type: 'query',
  datasource,
  refresh: 2,
  sort: 1,
  multi: true,
  includeAll: true,
  current: { text: 'All', value: '$__all' },
  definition: query,
  query: { query, refId: name },
});

export const dashboard = {
  uid: 'playkeep',
  title: 'Playkeep',
  tags: ['playkeep'],
  schemaVersion: 39,
  editable: true,
  description: 'Made by `npm run monitoring`. https://github.com/playkeep/playkeep',
  refresh: '30s',
  time: { from: 'now-3h', to: 'now' },
  timezone: 'browser',
  graphTooltip: 1,
  templating: {
    list: [
      { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', refresh: 1 },
      labelVariable('job', 'Job', 'label_values(playkeep_build_info, job)'),
      labelVariable('instance', 'Process', 'label_values(playkeep_build_info{job=~"$job"}, instance)'),
    ],
  },
  annotations: { list: [] },
  links: [
    {
      title: 'Runbook',
      type: 'link',
      icon: 'doc',
      targetBlank: true,
      tags: [],
      url: 'https://github.com/playkeep/playkeep/blob/main/docs/operations/runbook.md',
    },
  ],
  panels: arrange([
    ...now,
    ...traffic,
    ...latency,
    ...admission,
    ...database,
    ...jobs,
    ...signIn,
    ...processes,
  ]),
};
