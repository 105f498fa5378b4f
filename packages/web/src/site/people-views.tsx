import { ObserverRow, SeatRow } from '../content/seat-row.tsx';
import { plural } from '../lib/format.ts';
import { When } from '../ui/when.tsx';
import type { ViewOf } from './view-of.ts';

/** The agents of the session. */
export const People = ({ seats }: ViewOf<'people'>) => (
  <>
    <h2 class="label">Agents</h2>
    <ul class="plain card card-text">
      {seats.map((seat) => (
        <SeatRow
          key={seat.agentId}
          seat={seat}
          does={
            <>
              <code>{seat.agentId}</code> · joined <When at={seat.joinedAt} isWhole />
            </>
          }
        />
      ))}
    </ul>
  </>
);

/** The observers of the session. */
export const Observers = ({ observers, more }: ViewOf<'observers'>) => (
  <>
    <h2 class="label">Watching</h2>
    {observers.length === 0 ? (
      <p class="empty">Nobody observes this session.</p>
    ) : (
      <ul class="plain card card-text">
        {observers.map((observer) => (
          <ObserverRow key={observer.id} observer={observer}>
            {' '}
            <When at={observer.joinedAt} isWhole />
          </ObserverRow>
        ))}
      </ul>
    )}
    {more > 0 && <p class="faint small">and {plural(more, 'other')}, in the export as JSON</p>}
  </>
);
