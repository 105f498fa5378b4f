import { type Seat, visibleLine } from '@pairspace/protocol';
import { Select } from '../../ui/select.tsx';

const priorities = [
  [3, '3, first'],
  [2, '2'],
  [1, '1, as usual'],
  [0, '0, last'],
] as const;

interface ChoosePriorityProps {
  priority: number;
  choose: (priority: number) => void;
  isBusy?: boolean;
}

export const ChoosePriority = ({ priority, choose, isBusy = false }: ChoosePriorityProps) => (
  <label class="field">
    <span>Priority</span>
    <Select value={priority} choices={priorities} choose={choose} aria-disabled={isBusy} />
  </label>
);

interface ChooseAgentProps {
  seats: ReadonlyMap<string, Seat>;
  agentId: string | null;
  choose: (agentId: string | null) => void;
  isBusy?: boolean;
}

export const ChooseAgent = ({ seats, agentId, choose, isBusy = false }: ChooseAgentProps) => (
  <label class="field">
    <span>Offered to</span>
    <Select
      value={agentId}
      choices={[
        [null, 'Nobody: any agent takes it'],
        ...[...seats.values()].map((seat) => [seat.agentId, visibleLine(seat.agentName)] as const),
      ]}
      choose={choose}
      aria-disabled={isBusy}
    />
  </label>
);
