import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** The names that docs/reference/metrics.md lists, which is made from the code and compared with it by a test. */
const known = new Set([...read('docs/reference/metrics.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name as string));
const outcomes = new Set([
  'ok',
  'unauthorized',
  'forbidden',
  'invalid_request',
  'not_found',
  'rate_limited',
  'service_error',
  'internal_error',
]);

const metricsIn = (expression: string): string[] =>
  [...expression.matchAll(/\b((?:gatehouse|nodejs|process)_[a-z0-9_]+)/g)].map(([, name]) => (name as string).replace(/_bucket$/, ''));

const files = ['deploy/grafana/gatehouse-dashboard.json', 'deploy/prometheus/gatehouse-alerts.yaml'];

describe('the dashboard and the alert rules', () => {
  it.each(files)('name only existing metrics and outcomes: %s', (file) => {
    const names = metricsIn(read(file).replaceAll('"name": "gatehouse_', '"'));
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    const wanted = [...read(file).matchAll(/outcome(?:!=|=)\\?"(\w+)/g)].map(([, outcome]) => outcome as string);
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.filter((outcome) => !outcomes.has(outcome))).toEqual([]);
  });

  it('show every metric on the dashboard', () => {
    const shown = new Set(metricsIn(read(files[0] as string)));
    expect([...known].filter((name) => !shown.has(name))).toEqual([]);
  });

  it('are a dashboard with panels, and rules with instructions', () => {
    const dashboard = JSON.parse(read(files[0] as string)) as { panels: { targets: { expr: string }[] }[] };
    expect(dashboard.panels.every(({ targets }) => targets.length > 0 && targets.every(({ expr }) => expr.includes('$instance')))).toBe(
      true,
    );
    const alerts = read(files[1] as string)
      .split(/^ {6}- alert: /m)
      .slice(1);
    expect(alerts.length).toBeGreaterThan(5);
    for (const alert of alerts) expect(alert).toMatch(/expr: [\s\S]+severity: (critical|warning)[\s\S]+summary: '[\s\S]+description: '/);
  });
});
