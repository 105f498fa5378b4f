import { expect, test } from 'vitest';
import { byLabel, readMetrics, sumOf } from './read-metrics.ts';

const text = `# HELP pairspace_streams Live streams that are open
# TYPE pairspace_streams gauge
pairspace_streams 3
pairspace_refusals_total{reason="rate"} 4
pairspace_refusals_total{reason="a \\"quoted\\" one"} 9
pairspace_jobs_pending{runtime="python"} NaN
pairspace_http_request_seconds_count{method="GET",route="/a,b}",status="200"} 1.5e3 1795488710
nonsense
`;

test('the numbers of the metrics are read with their labels', () => {
  const values = readMetrics(text);
  expect(sumOf(values, 'pairspace_streams')).toBe(3);
  expect(sumOf(values, 'pairspace_refusals_total')).toBe(13);
  expect(byLabel(values, 'pairspace_refusals_total', 'reason')).toEqual([
    ['a "quoted" one', 9],
    ['rate', 4],
  ]);
  expect(sumOf(values, 'pairspace_jobs_pending')).toBeUndefined();
  expect(sumOf(values, 'nothing')).toBeUndefined();
  expect(sumOf(values, 'pairspace_http_request_seconds_count', ({ status }) => status === '200')).toBe(1500);
  expect(values.get('pairspace_http_request_seconds_count')?.[0]?.labels).toEqual({
    method: 'GET',
    route: '/a,b}',
    status: '200',
  });
});
