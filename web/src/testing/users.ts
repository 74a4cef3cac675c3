import type { User } from '@kutu/contract/accounts/accounts'
import type { Role } from '@kutu/contract/common'

/** Returns a complete user record of a role; `changes` replace single fields. */
export function makeUser(role: Role, changes: Partial<User> = {}): User {
  const email = `${role}@example.org`
  return {
    id: `00000000-0000-7000-8000-00000000000${['farmer', 'expert', 'admin'].indexOf(role) + 1}`,
    email,
    username: `Grace the ${role}`,
    role,
    phone_number: '+256772123456',
    is_approved: true,
    points: 0,
    language: 'en',
    time_zone: null,
    photo: null,
    accountComplete: true,
    profile: null,
    firstName: 'Grace',
    middleName: '',
    lastName: 'Akello',
    surname: 'Grace',
    phone: '+256772123456',
    gender: 'FEMALE',
    physicalAddress: 'Gulu',
    branch: {
      name: '',
      primaryEmail: email,
      primaryPhone: '+256772123456',
      physicalAddress: 'Gulu',
      contactPerson: { mobileNo: '+256772123456', email },
      account: {
        accountNumber: '1',
        customerType: { name: role },
        isActivated: true,
        isPhoneVerified: false,
        isEmailVerified: true,
        website: null,
      },
    },
    ...changes,
  }
}
