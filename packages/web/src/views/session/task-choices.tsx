import { type Seat, visibleLine } from '@pairspace/protocol';

const priorities = [
  [3, '3, first'],
  [2, '2'],
  [1, '1, as usual'],
  [0, '0, last'],
] as const;

interface ChoosePriorityProps {
  priority: number;
  choose: (priority: number) => void;
  disabled?: boolean;
}

export const ChoosePriority = ({ priority, choose, disabled = false }: ChoosePriorityProps) => (
  <label class="field">
    <span>Priority</span>
    <select
      class="input"
      value={priority}
      disabled={disabled}
      onChange={({ currentTarget }) => {
        choose(Number(currentTarget.value));
      }}
    >
      {priorities.map(([value, says]) => (
        <option key={value} value={value}>
          {says}
        </option>
      ))}
    </select>
  </label>
);

interface ChooseAgentProps {
  seats: ReadonlyMap<string, Seat>;
  agentId: string | null;
  choose: (agentId: string | null) => void;
  disabled?: boolean;
}

export const ChooseAgent = ({ seats, agentId, choose, disabled = false }: ChooseAgentProps) => (
  <label class="field">
    <span>Offered to</span>
    <select
      class="input"
      value={agentId ?? ''}
      disabled={disabled}
      onChange={({ currentTarget: { value } }) => {
        choose(value === '' ? null : value);
      }}
    >
      <option value="">Nobody: any agent takes it</option>
      {[...seats.values()].map((seat) => (
        <option key={seat.agentId} value={seat.agentId}>
          {visibleLine(seat.agentName)}
        </option>
      ))}
    </select>
  </label>
);
