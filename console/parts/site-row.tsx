import type { SellingSite } from '../../client/index.ts';
import { type FieldProblem, siteFieldId } from '../field-problems.ts';
import { isSeveralSites } from '../import-sites.ts';
import { FieldProblems, problemAttributes } from './field-problem.tsx';
import { SiteSettings } from './site-settings.tsx';

const addressOf = (site: SellingSite): string => site.Url ?? site.SearchUrl ?? '';

const withAddress = (site: SellingSite, address: string): SellingSite => {
  const { Url: _url, SearchUrl, ...rest } = site;
  return SearchUrl === undefined ? { ...rest, Url: address } : { ...rest, SearchUrl: address };
};

const withName = ({ Name: _name, ...rest }: SellingSite, name: string): SellingSite =>
  name === '' ? rest : { ...rest, Name: name };

const withKind = (site: SellingSite, kind: string): SellingSite => {
  const { Url: _url, SearchUrl: _searchUrl, ...rest } = site;
  return kind === 'search' ? { ...rest, SearchUrl: addressOf(site) } : { ...rest, Url: addressOf(site) };
};

interface Props {
  site: SellingSite;
  index: number;
  problems: readonly FieldProblem[];
  onChange: (site: SellingSite) => void;
  onRemove: () => void;
  /** Called if several sites are pasted into the address field. */
  onPasteSites: (text: string) => void;
}

/** One selling site of the form. */
export const SiteRow = ({ site, index, problems, onChange, onRemove, onPasteSites }: Props) => {
  const nameId = siteFieldId(index, 'Name');
  const addressId = siteFieldId(index, 'Address');
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!isSeveralSites(text)) return;
    event.preventDefault();
    onPasteSites(text);
  };
  return (
    <li>
      <input
        id={nameId}
        class="site-name"
        aria-label={`Name of site ${index + 1}`}
        placeholder="Name"
        maxLength={200}
        value={site.Name ?? ''}
        {...problemAttributes(problems, nameId)}
        onInput={(event) => onChange(withName(site, event.currentTarget.value))}
      />
      <select
        class="kind"
        aria-label={`Kind of address of site ${index + 1}`}
        value={site.SearchUrl === undefined ? 'product' : 'search'}
        onChange={(event) => onChange(withKind(site, event.currentTarget.value))}
      >
        <option value="product">Product page</option>
        <option value="search">Search page</option>
      </select>
      <button type="button" class="icon" aria-label={`Remove site ${index + 1}`} onClick={onRemove}>
        ×
      </button>
      <FieldProblems problems={problems} fieldId={nameId} />
      <input
        id={addressId}
        class="site-address"
        // A name alone refers to the deployment's registry.
        required={!site.Name}
        type="text"
        inputMode="url"
        spellcheck={false}
        maxLength={2_048}
        aria-label={`Address of site ${index + 1}`}
        placeholder="https://shop.example/p/{sku}"
        value={addressOf(site)}
        {...problemAttributes(problems, addressId)}
        onPaste={paste}
        onInput={(event) => onChange(withAddress(site, event.currentTarget.value))}
      />
      <FieldProblems problems={problems} fieldId={addressId} />
      <SiteSettings site={site} index={index} problems={problems} onChange={onChange} />
    </li>
  );
};
