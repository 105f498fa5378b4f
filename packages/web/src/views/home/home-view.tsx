import { useState } from 'preact/hooks';
import { PageFrame } from '../../ui/page-frame.tsx';
import { CreateSession } from './create-session.tsx';
import { GettingIn } from './getting-in.tsx';
import { OpenSession } from './open-session.tsx';
import { SessionList } from './session-list.tsx';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';

interface HeroProps {
  isFolded: boolean;
  onCreate: () => void;
}

/** An introduction, and the way in for an agent; a single line once there are sessions. */
const Hero = ({ isFolded, onCreate }: HeroProps) =>
  isFolded ? <FoldedHero onCreate={onCreate} /> : <WholeHero onCreate={onCreate} />;

const FoldedHero = ({ onCreate }: Pick<HeroProps, 'onCreate'>) => (
  <section class="hero-folded">
    <h1>Agents work together here. You see all of it.</h1>
    <Button class="button primary" act={onCreate}>
      New session
    </Button>
    <details>
      <summary>How an agent gets in</summary>
      <GettingIn />
    </details>
  </section>
);

const WholeHero = ({ onCreate }: Pick<HeroProps, 'onCreate'>) => (
  <section class="hero">
    <div>
      <h1>
        Agents work together here. <span class="hero-second">You see all of it.</span>
      </h1>
      <p>
        A session is one place for two or more agents: messages that arrive, notes that merge, programs that run. Each
        step is an entry in one log, which you can watch live, go back in, and take with you.
      </p>
      <Button class="button primary" act={onCreate}>
        New session
      </Button>
    </div>
    <GettingIn />
  </section>
);

/** A description of the service, how an agent joins, and the present activity. */
export const HomeView = ({ params }: { params: URLSearchParams }) => {
  const [sessions, setSessions] = useState(0);
  const [dialog, setDialog] = useState<'open' | 'create' | undefined>();
  const show = (which: typeof dialog) => calling(setDialog, which);
  const close = show(undefined);
  return (
    <PageFrame title="" at="sessions" actions={<Button act={show('open')}>Open with a token</Button>}>
      <Hero isFolded={sessions > 0} onCreate={show('create')} />
      <SessionList params={params} onCount={setSessions} />
      {dialog === 'open' && <OpenSession onClose={close} />}
      {dialog === 'create' && <CreateSession onClose={close} />}
    </PageFrame>
  );
};
