import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { Page } from '../../kernel/layout/page.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import styles from './connect.module.css';
import { ConnectForm } from './connect-form.tsx';
import { KnownServices } from './known-list.tsx';
import type { KnownService } from './known-services.ts';
import { Offer } from './offer.tsx';
import { PlaceForm } from './place-form.tsx';
import { noPlace, type PlaceValues, placeOfKnown } from './place-values.ts';

/** Answer of a service, and its address. */
interface Checked {
  place: PlaceValues;
  offer: OutputOf<'check_service'>;
}

/** Scrolls to the answer, and focuses it so that screen readers read it. */
function showOffer(section: HTMLElement | null): void {
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}

/** Connects a service: its address, its tools and its name. Nothing is stored before the last step. */
export function ConnectServicePage() {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const [known, setKnown] = useState<KnownService>();
  const [place, setPlace] = useState<PlaceValues>(noPlace);
  const [checked, setChecked] = useState<Checked>();
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const change = (next: PlaceValues) => {
    setPlace(next);
    // The answer belongs to another address.
    setChecked(undefined);
    setConfirmed(new Set());
  };
  const choose = (next: KnownService | undefined) => {
    setKnown(next);
    change(next ? placeOfKnown(next) : noPlace);
  };
  return (
    <Page title="Connect service" crumbs={[{ title: 'Services', to: `/${orgId}/services` }]}>
      <div className={styles.place}>
        <section className={styles.step} aria-label="Connection">
          <h2>Service</h2>
          <KnownServices chosen={known} onChoose={choose} />
          <PlaceForm
            key={known?.service ?? ''}
            known={known}
            values={place}
            isChecked={checked !== undefined}
            onChange={change}
            onChecked={(offer) => setChecked({ place, offer })}
          />
        </section>
        {checked && (
          <>
            <section ref={showOffer} tabIndex={-1} className={styles.step} aria-label="Tools">
              <h2>Tools</h2>
              <Offer
                offer={checked.offer}
                hasAccess={checked.place.access.type !== 'none'}
                confirmed={confirmed}
                onConfirm={setConfirmed}
              />
            </section>
            <section className={styles.step} aria-label="Name">
              <h2>Name</h2>
              <ConnectForm
                place={checked.place}
                known={known}
                title={checked.offer.title}
                confirmed={confirmed}
                onConnected={(connectionId, isSignIn) =>
                  void navigate({
                    to: '/$orgId/services/$connectionId',
                    params: { orgId, connectionId },
                    search: isSignIn ? { tab: 'account' } : {},
                  })
                }
              />
            </section>
          </>
        )}
      </div>
    </Page>
  );
}
