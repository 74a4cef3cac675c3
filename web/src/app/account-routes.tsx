import { Navigate, Route, Routes } from 'react-router'
import * as screens from './account-screens.ts'
import { Dashboard, MakePost, UploadImage } from './entry-screens.ts'
import { AccountLayout } from './layout/AccountLayout.tsx'
import { RedirectToBookings } from './RedirectToBookings.tsx'
import { RedirectToPosts } from './RedirectToPosts.tsx'
import { SlotsByRole } from './SlotsByRole.tsx'
import { NotFound } from './screens.ts'
import { RequireRole } from './session/RequireRole.tsx'

/** Every route behind sign-in. It arrives with its list of screens, so that signing in need not carry them. */
export function AccountRoutes() {
  return (
    <Routes>
      <Route element={<AccountLayout />}>
        <Route index element={<Dashboard />} />
        <Route path="profile" element={<screens.Profile />} />
        <Route path="settings" element={<screens.Settings />} />
        <Route path="notifications" element={<screens.Notifications />} />
        <Route path="addresses">
          <Route element={<RequireRole roles={['farmer']} />}>
            <Route path="image-analysis" element={<UploadImage />} />
            <Route path="image-analysis/:id" element={<screens.PastAnalysis />} />
            <Route path="community-posts" element={<MakePost />} />
            <Route path="community-posts/:id" element={<screens.PostPage />} />
            <Route path="my-posts" element={<screens.MyPosts />} />
            <Route path="my-posts/:id" element={<screens.PostPage />} />
            <Route path="my-posts/:id/edit" element={<screens.EditPost />} />
            <Route path="my-bookings" element={<screens.MyBookings />} />
            <Route path="my-bookings/:id" element={<screens.MyBookingPage />} />
          </Route>
          <Route element={<RequireRole roles={['expert']} />}>
            <Route path="model-training" element={<screens.ModelTraining />} />
            <Route path="model-training/review" element={<screens.TrainingReview />} />
            <Route path="model-training/sessions" element={<screens.TrainingSessions />} />
            <Route path="model-card" element={<screens.ModelCard />} />
            <Route path="availability-slots" element={<screens.CreateSlot />} />
            <Route path="bookings" element={<screens.Bookings />} />
            <Route path="all-posts" element={<screens.AllPosts />} />
            <Route path=":id" element={<screens.PostComments />} />
          </Route>
          <Route path="slots" element={<SlotsByRole />} />
          <Route path="education-resources" element={<screens.EducationResources />} />
        </Route>
        <Route path="admin" element={<RequireRole roles={['admin']} />}>
          <Route path="experts" element={<screens.ExpertApplications />} />
          <Route path="users" element={<screens.Users />} />
          <Route path="flagged" element={<screens.FlaggedContent />} />
          <Route path="audit" element={<screens.AuditLog />} />
          <Route path="system" element={<screens.SystemStatus />} />
        </Route>
        <Route path="images/upload" element={<Navigate to="/account/addresses/image-analysis" replace />} />
        <Route path="bookings" element={<RedirectToBookings />} />
        <Route path="posts" element={<RedirectToPosts />} />
        <Route path="posts/create" element={<Navigate to="/account/addresses/community-posts" replace />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  )
}
