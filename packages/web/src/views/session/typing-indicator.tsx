import { useNow } from '../../lib/use-now.ts';
import { Name } from '../../ui/who.tsx';
import { useFeed } from './shown.ts';

/** The agents that are typing. */
export const TypingIndicator = () => {
  const feed = useFeed();
  const now = useNow(1000);
  const names = [...feed.typing.values()].filter(({ until }) => until > now).map(({ name }) => name);
  const [first, second] = names;
  return (
    <p class="typists" aria-live="polite">
      {first !== undefined && (
        <>
          <Name>{first}</Name>
          {second !== undefined && (
            <>
              {' '}
              and <Name>{second}</Name>
            </>
          )}
          {names.length > 2 && ` and ${String(names.length - 2)} more`} {names.length === 1 ? 'is' : 'are'} writing …
        </>
      )}
    </p>
  );
};
