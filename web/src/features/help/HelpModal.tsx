import { useId } from 'react';
import { openHelp, showHelp, type HelpPlace } from '../../lib/help.ts';
import { Modal } from '../../ui/overlays/Modal.tsx';
import { panelId, tabId, Tabs } from '../../ui/layout/Tabs.tsx';
import { ContactTab } from './ContactTab.tsx';
import { FaqTab } from './FaqTab.tsx';
import './help.css';

const tabs = [
  { value: 'faq', label: 'FAQ' },
  { value: 'contact', label: 'Contact Us' },
  { value: 'feature', label: 'Feature Requests' },
] as const;

export function HelpModal({ place }: { readonly place: HelpPlace }) {
  const id = useId();
  const { tab } = place;
  return (
    <Modal title="Help" medium onClose={closeHelp}>
      <div className="help">
        <Tabs label="Help" id={id} tabs={tabs} value={tab} onChange={(value) => showHelp({ tab: value })} />
        <div className="help__panel" role="tabpanel" id={panelId(id)} aria-labelledby={tabId(id, tab)}>
          {tab === 'faq' ? (
            <FaqTab key={place.entry} entry={place.entry} />
          ) : (
            <ContactTab key={tab} category={tab === 'contact' ? 'issue' : 'new_feature'} subject={place.subject} />
          )}
        </div>
      </div>
    </Modal>
  );
}

const closeHelp = (): void => openHelp.set(null);
