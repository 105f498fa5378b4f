import { visibleLine } from '@pairspace/protocol';
import { Name, Named } from '../ui/who.tsx';
import type { ViewOf } from './view-of.ts';

/** Some asks of the session. */
export const Asks = ({ asks }: ViewOf<'asks'>) => (
  <div class="markdown">
    <table tabIndex={0}>
      <thead>
        <tr>
          <th scope="col">Ask</th>
          <th scope="col">Asked by</th>
          <th scope="col">State</th>
          <th scope="col">Answer</th>
          <th scope="col">Answered by</th>
        </tr>
      </thead>
      <tbody>
        {asks.map(({ id, title, askedBy, status, answer, answeredBy }) => (
          <tr key={id} id={id}>
            <Named as="td">{title}</Named>
            <Named as="td" title={askedBy.agentId}>
              {askedBy.agentName}
            </Named>
            <td>
              <span class="pill" data-tone={status === 'open' ? 'wait' : ''}>
                {status}
              </span>
            </td>
            <td>
              <bdi>{visibleLine(answer ?? '')}</bdi>
            </td>
            <td>{answeredBy === null ? null : <Name>{answeredBy}</Name>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
