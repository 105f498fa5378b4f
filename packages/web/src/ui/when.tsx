import { useSetting } from '../content/setting.ts';

interface WhenProps {
  at: string;
  text?: string;
  /** Whether the date is shown too. */
  isWhole?: boolean;
}

/** A moment as a short text. The title shows the full date and time. */
export const When = ({ at, text, isWhole = false }: WhenProps) => {
  const { clock } = useSetting();
  return (
    <time dateTime={at} title={clock.full(at)}>
      {text ?? (isWhole ? clock.moment(at) : clock.time(at))}
    </time>
  );
};
