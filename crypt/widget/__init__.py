"""The pages: boards, panels and how they are served."""
