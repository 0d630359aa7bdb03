-- Neovim itself as the client, set up by nothing but what the page about editors says.
if vim.fn.has("nvim-0.11") == 0 then
  vim.cmd("cquit 42")
end

local function say(...)
  io.stdout:write(table.concat({ ... }, " "), "\n")
end

local function wait(what, holds)
  if not vim.wait(30000, holds, 20) then
    say("waited in vain for " .. what)
    vim.cmd("cquit 1")
  end
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end

local function findings(codes)
  wait(codes, function()
    local found = vim.tbl_map(function(each) return each.code end, vim.diagnostic.get(0))
    return table.concat(found, " ") == codes
  end)
  for _, each in ipairs(vim.diagnostic.get(0)) do
    local first = each.message:match("[^\n]*")
    say(("%d:%d-%d:%d %s: %s"):format(each.lnum, each.col, each.end_lnum, each.end_col, each.code, first))
  end
end

-- Chooses whatever is offered first, and says what that was.
vim.ui.select = function(items, options, choose)
  say("offered:", table.concat(vim.tbl_map(options.format_item, items), ", "))
  choose(items[1], 1)
end

vim.cmd.edit("other.kdl")
vim.cmd.edit("workflow.kdl")
wait("the server", function() return #vim.lsp.get_clients({ bufnr = 0 }) == 1 end)
local client = vim.lsp.get_clients()[1]
say(client.name, "counts in", client.offset_encoding)
findings("undefined-reference forbids-metadata")

vim.api.nvim_win_set_cursor(0, { 2, 14 })
vim.lsp.buf.hover()
local window
wait("the hover text", function()
  for _, each in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(each).relative ~= "" then
      window = each
      return true
    end
  end
end)
say("hover:", table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), " "))
vim.api.nvim_win_close(window, true)

vim.lsp.buf.definition()
wait("the declaration", function() return vim.api.nvim_win_get_cursor(0)[1] == 6 end)

vim.cmd("AutomatonFix")
findings("undefined-reference")
vim.api.nvim_win_set_cursor(0, { 7, 48 })
vim.lsp.buf.code_action()
findings("unused-artifact")
vim.api.nvim_win_set_cursor(0, { 4, 14 })
vim.lsp.buf.code_action()
findings("")
say(text())

client:stop()
wait("the end", function() return client:is_stopped() end)
vim.cmd("qall!")
