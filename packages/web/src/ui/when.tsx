import { useSetting } from '../content/setting.ts';

interface WhenProps {
  at: string;
  text?: string;
  /** With its date. */
  isWhole?: boolean;
}

/** A moment as the clock showed it; all of it is a title away. */
export const When = ({ at, text, isWhole = false }: WhenProps) => {
  const { clock } = useSetting();
  return (
    <time dateTime={at} title={clock.full(at)}>
      {text ?? (isWhole ? clock.moment(at) : clock.time(at))}
    </time>
  );
};
