import { SpreadsheetAccordion } from '../../sales-spreadsheet/SpreadsheetAccordion.tsx';
import { Section } from '../parts/Section.tsx';

/** Section 2: the spreadsheet-request accordion in its sales variant. */
export const SpreadsheetPanel = () => (
  <Section id="spreadsheet" title="Sales by mail" note="An Excel file of your sales by product and day">
    <div className="settings-section__body">
      <SpreadsheetAccordion title="Request a spreadsheet" note="To verified e-mail addresses" subject={null} />
    </div>
  </Section>
);
