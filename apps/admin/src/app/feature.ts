import type { Permission } from '@sitedesk/contract/permissions';
import type { Component } from 'vue';
import type { RouteLocationRaw, RouteRecordRaw } from 'vue-router';
import type { PalettePart } from './palette';

/** Groups of the navigation, in their order. */
export const NAV_GROUPS = ['home', 'content', 'people', 'site', 'security', 'system'] as const;
type NavGroup = (typeof NAV_GROUPS)[number];

/** Where a feature stands in the navigation and in the command palette. */
interface NavPlace {
  readonly icon: string;
  readonly group: NavGroup;
  /** Order within the group. */
  readonly order: number;
  /** Two keys after another: `g i`. */
  readonly shortcut?: string;
  /** Name of a live count that is shown beside it (`badges.ts`). */
  readonly badge?: string;
  /** Whether that counts what is wrong, and not only what is new. */
  readonly isTrouble?: boolean;
}

/** One entry of the navigation. */
export interface NavEntry extends NavPlace {
  /** Name of the route. */
  readonly route: string;
  /** Key of its text. */
  readonly label: string;
}

/** A group of the navigation, with its entries in their order. */
export interface NavSection {
  readonly group: NavGroup;
  readonly entries: readonly NavEntry[];
}

/** What a feature adds to the shell. Features never import each other. */
export interface Feature {
  readonly routes: readonly RouteRecordRaw[];
  /** Leads to the first route. */
  readonly nav?: NavPlace;
  /** Stands in the header of the shell; loaded after it. */
  readonly header?: () => Promise<{ readonly default: Component }>;
  /** Stands at the edge of every screen, when it has something to show; loaded after the shell. */
  readonly edge?: () => Promise<{ readonly default: Component }>;
  /** What it adds to the command palette. */
  readonly palette?: () => Promise<{ readonly palette: PalettePart }>;
  /** Runs while someone is signed in who may open the first route, such as for a live count. @returns what ends it */
  readonly run?: () => () => void;
  /**
   * The server's groups of settings that stand on its first route, a page of settings which the settings page leads to; what
   * it holds is in its `setting-messages.ts`. A group of no page stands on the settings page.
   */
  readonly settings?: {
    readonly groups: readonly string[];
    /** Stands below each field of these groups on the settings page, with the `entry` and the `value` that is typed. */
    readonly note?: () => Promise<{ readonly default: Component }>;
    /** Stands below all fields of these groups there. */
    readonly foot?: () => Promise<{ readonly default: Component }>;
  };
  /** Where background jobs of a kind that failed are retried. */
  readonly jobs?: Readonly<Record<string, RouteLocationRaw>>;
}

/** What the search finds on a page of settings beside the server's own, in a feature's `setting-fields.ts`. */
export interface SettingFields {
  /** Name of the page's route. */
  readonly page: string;
  readonly fields: readonly {
    /** The field's `data-setting`. */
    readonly id: string;
    /** Keys of its texts. */
    readonly label: string;
    readonly help?: string;
    /** The field that brings this one, which is not always there. */
    readonly behind?: string;
  }[];
}

/** What the dashboard says of a feature, in its `dashboard-messages.ts`: of what needs attention, by codes. */
export type AttentionTexts<Code extends string> = {
  readonly attention: Readonly<Record<Code, { title: string; when?: string; action: string }>>;
};

/** The same of setup steps. */
export type StepTexts<Step extends string> = {
  readonly steps: Readonly<Record<Step, { title: string; why: string }>>;
};

declare module 'vue-router' {
  interface RouteMeta {
    /** What one must be allowed to do; without it the page of reasons is shown instead. */
    readonly permission?: Permission;
    /** For people who are not signed in. */
    readonly public?: boolean;
    /** Stands alone, without the shell around it, for people who are signed in. */
    readonly bare?: boolean;
    /** Key of the document's title. A first route's stands in the navigation too, so it is one of the shell's messages. */
    readonly title: string;
  }
}
