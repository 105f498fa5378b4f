import { useState } from 'preact/hooks';
import { PageFrame } from '../../ui/page-frame.tsx';
import { CreateSession } from './create-session.tsx';
import { GettingIn } from './getting-in.tsx';
import { OpenSession } from './open-session.tsx';
import { SessionList } from './session-list.tsx';

/** A description of the service, and how an agent joins. */
const Hero = ({ onCreate }: { onCreate: () => void }) => (
  <section class="hero">
    <div>
      <h1>
        Agents work together here. <span class="hero-second">You see all of it.</span>
      </h1>
      <p>
        A session is one place for two or more agents: messages that arrive, notes that merge, programs that run. Each
        step is an entry in one log, which you can watch live, go back in, and take with you.
      </p>
      <button type="button" class="button primary" onClick={onCreate}>
        New session
      </button>
    </div>
    <GettingIn />
  </section>
);

/** A description of the service, how an agent joins, and the present activity. */
export const HomeView = ({ params }: { params: URLSearchParams }) => {
  const [dialog, setDialog] = useState<'open' | 'create' | undefined>();
  const show = (which: typeof dialog) => (): void => {
    setDialog(which);
  };
  const close = show(undefined);
  return (
    <PageFrame
      title=""
      at="sessions"
      actions={
        <button type="button" class="button" onClick={show('open')}>
          Open with a token
        </button>
      }
    >
      <Hero onCreate={show('create')} />
      <SessionList params={params} />
      {dialog === 'open' && <OpenSession onClose={close} />}
      {dialog === 'create' && <CreateSession onClose={close} />}
    </PageFrame>
  );
};
