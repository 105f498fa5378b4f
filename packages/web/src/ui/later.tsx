import type { FunctionComponent } from 'preact';
import { useLoaded } from '../lib/use-loaded.ts';
import { TryAgain } from './try-again.tsx';

/** A component whose script is loaded when the component is first shown. */
export const later = <Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> => {
  let found: FunctionComponent<Props> | undefined;
  return (props) => {
    const { value: View = found, why } = useLoaded(async () => (found ??= await load()), []);
    if (View) return <View {...props} />;
    // After an update of the service the script is gone. The button loads the whole page.
    return why === '' ? null : <TryAgain />;
  };
};
