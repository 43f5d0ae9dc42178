import { IconBulb, IconHelpCircle, IconKeyboard, IconLifebuoy, IconMessageReport } from '@tabler/icons-react';
import { keyListOpen, showHelp } from '../lib/help.ts';
import { IconButton } from '../ui/fields/IconButton.tsx';
import { KeyCap } from '../ui/signs/KeyCap.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/overlays/Menu.tsx';

/** @param hasKeys whether the page has keys of its own to list. */
export function HelpMenu({ hasKeys }: { readonly hasKeys: boolean }) {
  // A list of keys is of no use to a thumb.
  const listsKeys = hasKeys && window.matchMedia('(hover: hover)').matches;
  const trigger = (
    <IconButton label="Help">
      <IconHelpCircle size={20} aria-hidden="true" />
    </IconButton>
  );
  return (
    <Menu trigger={trigger} align="end">
      <MenuItem icon={<IconLifebuoy size={16} />} onSelect={() => showHelp({ tab: 'faq' })}>
        Help center
      </MenuItem>
      <MenuItem icon={<IconMessageReport size={16} />} onSelect={() => showHelp({ tab: 'contact' })}>
        Contact / report an issue
      </MenuItem>
      <MenuItem icon={<IconBulb size={16} />} onSelect={() => showHelp({ tab: 'feature' })}>
        Suggest a feature
      </MenuItem>
      {listsKeys && (
        <>
          <MenuLine />
          <MenuItem icon={<IconKeyboard size={16} />} end={<KeyCap>?</KeyCap>} onSelect={() => keyListOpen.set(true)}>
            Keys
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
