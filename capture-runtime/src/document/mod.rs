//! Pages of programs: what one is given, what it does, what that costs, and a picture.

mod check;
mod groups;
mod html;
mod listing;
mod markdown;
mod modules;
mod picture;
mod sections;
mod tables;
mod text;

pub use check::documented;
pub use text::{bytes, decimal};

use crate::graph::Program;

impl Program {
    /// The page of the program, in GitHub's Markdown: signature by role, a picture, what each statement costs, operations by kind, the
    /// memory at its peak, and the listing by statement.
    ///
    /// The picture is a link to `<name>.svg` beside the page, which [`to_svg`](Self::to_svg) gives; [`to_html`](Self::to_html) has it
    /// inside. Figures follow the formulas of [`Costs`](crate::Costs).
    ///
    /// ```
    /// # use burn::prelude::*;
    /// # use capture_runtime::prelude::*;
    /// #[capture_program]
    /// fn double(x: Tensor<1>) -> Tensor<1> {
    ///     x * 2.0
    /// }
    ///
    /// let page = double::capture(TensorSpec::float([8]))?.to_markdown();
    /// assert!(page.starts_with("# `double`\n"));
    /// assert!(page.contains("f32[8]"));
    /// # Ok::<(), RecordError>(())
    /// ```
    pub fn to_markdown(&self) -> String {
        let file = self.file_stem();
        let picture = format!(
            "<img class=\"cp-linked\" loading=\"lazy\" alt=\"The operations of {file}\" src=\"{file}.svg\">"
        );
        markdown::page(self, &picture)
    }

    /// The page as one HTML file that needs nothing else, with the picture inside; it follows the reader's light or dark theme.
    pub fn to_html(&self) -> String {
        html::page(self)
    }

    /// The picture: operations in boxes by statement and module, with what flows between them, as SVG.
    ///
    /// Boxes have their statement's colour; a bar at the foot is the box's part of the floating point operations. An arrow that a
    /// longer way implies is left out. Boxes are laid out by the method of Sugiyama, Tagawa and Toda (1981).
    pub fn to_svg(&self) -> String {
        picture::picture(self)
    }

    /// How the page that is checked in differs from the program's own, as a unified diff; `None` where it does not.
    ///
    /// Lines and columns of the source are not compared: an edit above the function changes no program.
    ///
    /// ```
    /// # use burn::prelude::*;
    /// # use capture_runtime::prelude::*;
    /// #[capture_program]
    /// fn scale(x: Tensor<1>, #[frozen] by: f32) -> Tensor<1> {
    ///     x * by
    /// }
    ///
    /// let program = |by| scale::capture(TensorSpec::float([8]), by);
    /// let page = program(2.0)?.to_markdown();
    /// assert_eq!(program(2.0)?.page_difference(&page), None);
    /// assert!(program(3.0)?.page_difference(&page).is_some_and(|lines| lines.contains("mul_scalar %0 3.0")));
    /// # Ok::<(), RecordError>(())
    /// ```
    pub fn page_difference(&self, page: &str) -> Option<String> {
        check::difference(page, &self.to_markdown(), ["page", "program"])
    }

    /// The program's name as that of its files, the page and the archive: `Net::forward` is in `Net.forward.md`.
    pub fn file_stem(&self) -> String {
        text::file_stem(self.name())
    }
}
