import { useLocation } from '@tanstack/react-router';
import { SpreadsheetAccordion } from '../../sales-spreadsheet/SpreadsheetAccordion.tsx';
import { Section } from '../parts/Section.tsx';

const id = 'spreadsheet';

/**
 * Section 2: the spreadsheet-request accordion in its sales variant. It is open for people who come by the link of a
 * mail.
 */
export function SpreadsheetPanel() {
  const isAddressed = useLocation({ select: ({ hash }) => hash === id });
  return (
    <Section id={id} title="Sales by mail" note="An Excel file of your sales by product and day">
      <div className="settings-section__body">
        <SpreadsheetAccordion
          title="Request a spreadsheet"
          note="To verified e-mail addresses"
          subject={null}
          startsOpen={isAddressed}
        />
      </div>
    </Section>
  );
}
