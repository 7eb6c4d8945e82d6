import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { Menu } from '@sitedesk/contract/menu';
import type { MenuDto } from '@sitedesk/contract/menu.dto';
import { http } from '../../app/http';

/** First part of every query of the menu. */
export const MENU = 'menu';

export const menuRequests = {
  read: () => http.read<Menu>('/menu'),
  replace: (etag: string | null, body: MenuDto) => http.put<Menu>('/menu', body, { ifMatch: etag }),
  article: (number: number) => http.get<ArticleDetails>(`/articles/${number}`),
};
