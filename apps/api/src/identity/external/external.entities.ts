import { ExternalIdentity } from './external-identity.entity.js';
import { ExternalSignIn } from './external-sign-in.entity.js';
import { GroupRoleMapping } from './group-role-mapping.entity.js';
import { IdentityProvider } from './identity-provider.entity.js';

/** Tables of external sign-in. */
export const EXTERNAL_ENTITIES = [IdentityProvider, GroupRoleMapping, ExternalIdentity, ExternalSignIn];
