import { ago, count } from '../../lib/format.ts';
import type { Ask, OpenRequest } from '../../lib/waiting.ts';
import { Name } from '../../ui/who.tsx';
import type { PanelProps } from './place.ts';

const sayKind = (asks: readonly Ask[]): string => {
  const [first, ...others] = asks.map(({ kind }) => kind);
  const kind = others.every((other) => other === first) ? (first ?? 'message') : 'message';
  return others.length === 0 ? `a ${kind}` : `${count(asks.length)} ${kind}s`;
};

const sayRead = ({ asks, agentId }: OpenRequest, { positions }: PanelProps['feed']): string => {
  if (!positions.isKnown) return '';
  const read = asks.filter(({ seq }) => seq <= positions.of(agentId).readSeq).length;
  if (read === 0) return ', not read';
  return read === asks.length ? ', read' : `, ${count(read)} read`;
};

interface AskedProps extends Pick<PanelProps, 'feed'> {
  waiting: OpenRequest;
  now: number;
}

/** The requests to an agent: by whom, since when, and whether it has read them. */
export const Asked = ({ waiting, feed, now }: AskedProps) => {
  const { asks, from, since } = waiting;
  return (
    <>
      {sayKind(asks)} from <Name>{from}</Name>
      {asks.some((ask) => ask.from !== from) && ' and others'},{' '}
      {asks.length > 1 && <span class="wide-only">the oldest </span>}
      {ago(since, now)}
      {sayRead(waiting, feed)}
    </>
  );
};
