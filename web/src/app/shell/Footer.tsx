import { Link } from '@tanstack/react-router';
import { showHelp, type HelpPlace } from '../../lib/help.ts';
import { VersionLabel } from '../../ui/layout/VersionLabel.tsx';
import './footer.css';

const help: readonly { readonly label: string; readonly place: HelpPlace }[] = [
  { label: 'Help center', place: { tab: 'faq' } },
  { label: 'Contact Us', place: { tab: 'contact' } },
  { label: 'Suggest a feature', place: { tab: 'feature' } },
];

export function Footer() {
  return (
    <footer className="footer">
      <section>
        <h2>Help</h2>
        <ul>
          {help.map(({ label, place }) => (
            <li key={label}>
              <button type="button" onClick={() => showHelp(place)}>
                {label}
              </button>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>Quick Links</h2>
        <ul>
          <li>
            <Link to="/home">Products</Link>
          </li>
          <li>
            <Link to="/home" search={{ view: 'wd' }}>
              Issues
            </Link>
          </li>
          <li>
            <Link to="/logout">Log Out</Link>
          </li>
        </ul>
      </section>
      <p className="footer__version">
        <VersionLabel />
      </p>
    </footer>
  );
}
