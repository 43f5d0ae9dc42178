import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadExport, requestExport } from '@app/shared/contract/tenant-data.ts';
import { call } from '../../../lib/http/call.ts';
import { identityQuery } from '../../../lib/session/identity.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { Button } from '../../../ui/fields/Button.tsx';
import { Section, SettingRow } from '../parts/Section.tsx';
import { useSending } from '../two-factor/use-sending.ts';
import { DeleteAccountModal } from './DeleteAccountModal.tsx';
import { KeepAccount } from './KeepAccount.tsx';
import { formatDate } from '@app/shared/base/format-date.ts';

/** Lets the owner export all data of the account, and delete the account. */
export function DataPanel({ companyName }: { readonly companyName: string }) {
  const { data: identity } = useQuery(identityQuery);
  const { busy, failure, send, dismiss } = useSending();
  const [isDeleting, setDeleting] = useState(false);
  const handleDownload = () =>
    send(async () => {
      const { exportId } = await call(requestExport);
      startDownload(exportId);
    });
  const deletedAt = identity?.deletedAt ?? null;
  return (
    <Section id="data" title="Your data" note="Only the owner can download or delete it">
      <div className="settings-section__body">
        {failure !== null && (
          <Banner level="alert" title="Error" onClose={dismiss}>
            {failure}
          </Banner>
        )}
        <SettingRow
          title="Download all data"
          note="One zip archive with every product, alert, sale, setting and invoice, without passwords and tokens"
        >
          <Button
            icon={<IconDownload size={16} aria-hidden="true" />}
            busy={busy}
            onClick={() => void handleDownload()}
          >
            Download
          </Button>
        </SettingRow>
        {deletedAt === null ? (
          <SettingRow title="Delete the account" note="Everything is deleted 14 days later; until then you can keep it">
            <Button variant="danger" onClick={() => setDeleting(true)}>
              Delete account
            </Button>
          </SettingRow>
        ) : (
          <SettingRow
            title={`The account is deleted on ${formatDate(Date.parse(deletedAt), { dateStyle: 'long' })}`}
            note="Its products are not watched any more. Until then nothing is lost."
          >
            <KeepAccount />
          </SettingRow>
        )}
      </div>
      {isDeleting && <DeleteAccountModal companyName={companyName} onClose={() => setDeleting(false)} />}
    </Section>
  );
}

/** The browser saves the archive itself, so that the page never holds it in memory, whatever its size. */
function startDownload(exportId: string): void {
  const link = document.createElement('a');
  link.href = downloadExport.path.replace(':exportId', exportId);
  link.download = '';
  link.click();
}
